/* KDI files: documents of 16 MB made to hurt (time and peak memory of a process that reads one; aim: 1 s and 64 MB),
 * and ordinary documents in MB/s beside a bare libxml2 SAX parse of the same bytes in the same run. */
#include "support/kdi.h"

#include "base/hash.h"

#include <libxml/parser.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BENCH_BYTES = 16 << 20, BENCH_ROUNDS = 7 };

static double now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void put(kd_buffer *out, const char *text)
{
    if (kd_buffer_append(out, text, strlen(text)) != KD_OK)
        abort();
}

/* A document of about 16 MB: head, pieces, tail. %d in a piece is its number, so that names differ; "%d" may come
 * twice. */
typedef struct hostile_document {
    const char *name, *head, *piece, *tail;
    int limit; /* of pieces; 0: as many as fit */
} hostile_document;

#define NODES     "<KineDriver version=\"1\"><Nodes>"
#define NODES_END "</Nodes></KineDriver>"

static const hostile_document DOCUMENTS[] = {
    {"deep", "", "<a>", "", 0},
    {"100,000 attributes", "<KineDriver version=\"1\"", " a%d=\"%d\"", "/>", 100000},
    {"attributes without end", "<KineDriver version=\"1\"", " a%d=\"\"", "/>", 0},
    {"64 attributes an element", NODES, NULL, NODES_END, 0},
    {"entity bomb",
     "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c "
     "\"&b;&b;&b;&b;&b;&b;&b;&b;\">]><KineDriver version=\"1\" name=\"",
     "&c;", "\"/>", 0},
    {"one text", "<KineDriver version=\"1\">", "text ", "</KineDriver>", 0},
    {"one comment", "<!--", "comment ", "--><KineDriver version=\"1\"/>", 0},
    {"one attribute", "<KineDriver version=\"1\" name=\"", "name ", "\"/>", 0},
    {"empty comments", "<KineDriver version=\"1\">", "<!---->", "</KineDriver>", 0},
    {"instructions", "<KineDriver version=\"1\">", "<?a%d?>", "</KineDriver>", 0},
    {"unknown elements", NODES, "<a%d/>", NODES_END, 0},
    {"unknown attributes", NODES, "<Remap name=\"a%d\" a%d=\"\"/>", NODES_END, 0},
    {"elements of other formats", "<KineDriver version=\"1\" xmlns:x=\"u\">", "<x:a%d/>", "</KineDriver>", 0},
    {"character references", "<KineDriver version=\"1\"><Nodes><Expr name=\"e\"><Source>", "&#65;&amp;",
     "</Source></Expr></Nodes></KineDriver>", 0},
    {"references in 1 MB pieces", NODES, NULL, NODES_END, 0},
    {"nodes", NODES, "<Remap name=\"a%d\"/>", NODES_END, 0},
    {"50,000 nodes of one name", NODES, "<Remap name=\"a\"/>", NODES_END, 50000},
    {"sources of one node", NODES "<SourceOp name=\"s\">", "<Source joint=\"j\"/>", "</SourceOp>" NODES_END, 0},
    {"sources of many nodes", NODES, NULL, NODES_END, 0},
    {"one list of numbers", NODES "<RBFInterp name=\"r\"><Input name=\"a\"/><Output name=\"b\"/><Key out=\"0\" in=\"",
     "0 ", "\"/></RBFInterp>" NODES_END, 500000},
    {"many lists of numbers", NODES, NULL, NODES_END, 0},
    {"connections to nowhere", "<KineDriver version=\"1\"><Connections>", "<Connection from=\"a%d.b\" to=\"c%d.d\"/>",
     "</Connections></KineDriver>", 0},
    {"connections that cross", NULL, NULL, NULL, 0},
    {"a chain written backwards", NULL, NULL, NULL, 0},
    {"one circle of 30,000 nodes", NULL, NULL, NULL, 0},
    {"32,000 nodes and ballast", NULL, NULL, NULL, 0},
    {"names of one hash", NODES, NULL, NODES_END, 0},
};

static void put_pieces(kd_buffer *out, const hostile_document *document)
{
    char piece[256];
    size_t end = BENCH_BYTES - strlen(document->tail);
    for (int i = 0; document->limit == 0 || i < document->limit; i++) {
        snprintf(piece, sizeof piece, document->piece, i, i);
        if (out->size + strlen(piece) > end)
            break;
        put(out, piece);
    }
}

/* Pieces that are themselves repetitions. */
static void put_groups(kd_buffer *out, const char *begin, const char *item, int count, const char *end)
{
    char text[256];
    for (int i = 0; out->size + strlen(begin) + strlen(item) * (size_t)count + 64 < BENCH_BYTES; i++) {
        snprintf(text, sizeof text, begin, i);
        put(out, text);
        for (int k = 0; k < count; k++) {
            snprintf(text, sizeof text, item, k);
            put(out, text);
        }
        put(out, end);
    }
}

/* count nodes in a row; edges from each to the one `step` further in a circle of all. */
static void put_graph(kd_buffer *out, int count, int step, bool backwards, bool closed)
{
    char text[256];
    put(out, "<KineDriver version=\"1\" xmlns:x=\"u\"><Nodes>");
    for (int i = 0; i < count; i++) {
        snprintf(text, sizeof text, "<Combine name=\"n%d\"><Input name=\"a\"/></Combine>",
                 backwards ? count - 1 - i : i);
        put(out, text);
    }
    put(out, "</Nodes><Connections>");
    for (int i = 0; i < count - (closed ? 0 : step); i++) {
        snprintf(text, sizeof text, "<Connection from=\"n%d.out\" to=\"n%d.a\"/>", i, (i + step) % count);
        put(out, text);
    }
    put(out, "</Connections>");
}

/* Everything else that costs memory while a large rig is read: names in the parser's table, and bytes. */
static void put_ballast(kd_buffer *out)
{
    char text[64];
    for (int i = 0; i < 65000; i++) {
        snprintf(text, sizeof text, "<x:b%d/>", i);
        put(out, text);
    }
    while (out->size + 64 < BENCH_BYTES)
        put(out, out->size % 100000 < 32 ? "<!-- -->" : "                                ");
}

/* Nodes whose names have equal low bits in the plain hash: in a table without a seed they would all fall into one
 * place. */
static void put_colliding_names(kd_buffer *out)
{
    uint64_t tried = 0;
    for (int count = 0; count < 8000; tried++) {
        char name[16], node[64];
        int length = snprintf(name, sizeof name, "%llx", (unsigned long long)tried);
        uint64_t hash = kdi_hash(KDI_HASH_START, name, (size_t)length);
        if (((hash ^ (hash >> 32)) & 0x3FFF) != 0)
            continue;
        snprintf(node, sizeof node, "<Remap name=\"%s\"/>", name);
        put(out, node);
        count++;
    }
}

static void put_document(kd_buffer *out, const hostile_document *document)
{
    if (!document->head) {
        bool crossing = strstr(document->name, "cross") != NULL, closed = strstr(document->name, "circle") != NULL;
        bool ballast = strstr(document->name, "ballast") != NULL;
        put_graph(out, ballast ? 32000 : 30000, crossing ? 9973 : 1, !crossing && !closed, closed);
        if (ballast)
            put_ballast(out);
        put(out, "</KineDriver>");
        return;
    }
    put(out, document->head);
    if (document->piece)
        put_pieces(out, document);
    else if (strstr(document->name, "hash"))
        put_colliding_names(out);
    else if (strstr(document->name, "64 attributes"))
        put_groups(out, "<Remap name=\"%d\"", " a%d=\"\"", 63, "/>");
    else if (strstr(document->name, "references"))
        put_groups(out, "<Expr name=\"e%d\"><Source>", "&#65;", 200000, "</Source></Expr>");
    else if (strstr(document->name, "sources"))
        put_groups(out, "<SourceOp name=\"s%d\">", "<Source joint=\"j\"/>", 100, "</SourceOp>");
    else
        put_groups(out, "<RBFInterp name=\"r%d\"><Input name=\"a\"/><Output name=\"b\"/><Key out=\"0\" in=\"", "1 ",
                   200000, "\"/></RBFInterp>");
    put(out, document->tail);
}

/* Reads in a process of its own, whose peak memory (the document's bytes included) is then known. */
static void run_hostile(const hostile_document *document)
{
    kd_buffer text = kd_buffer_make(NULL);
    put_document(&text, document);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        kd_findings findings = kd_findings_make(NULL);
        kd_rig *rig = NULL;
        double start = now_s();
        kd_result result = kd_kdi_read(text.data, text.size, NULL, &rig, &findings);
        double time = now_s() - start;
        struct rusage usage;
        getrusage(RUSAGE_SELF, &usage);
        printf("%-28s %6.2f MB %8.1f ms %6.1f MB  %s\n", document->name, (double)text.size / 1e6, time * 1e3,
               (double)usage.ru_maxrss / 1024.0, kd_result_name(result));
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    kd_buffer_free(&text);
}

static double time_reader(const kd_buffer *text)
{
    double best = 1e9;
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        kd_rig *rig = NULL;
        double start = now_s();
        if (kd_kdi_read(text->data, text->size, NULL, &rig, NULL) != KD_OK)
            abort();
        double time = now_s() - start;
        best = time < best ? time : best;
        kd_rig_free(rig);
    }
    return best;
}

static double time_bare_parser(const kd_buffer *text)
{
    double best = 1e9;
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        xmlSAXHandler handler;
        memset(&handler, 0, sizeof handler);
        handler.initialized = XML_SAX2_MAGIC;
        double start = now_s();
        if (xmlSAXUserParseMemory(&handler, NULL, (const char *)text->data, (int)text->size) != 0)
            abort();
        double time = now_s() - start;
        best = time < best ? time : best;
    }
    return best;
}

static double time_writer(const kd_rig *rig)
{
    double best = 1e9;
    for (int i = 0; i < BENCH_ROUNDS; i++) {
        kd_buffer out = kd_buffer_make(NULL);
        double start = now_s();
        if (kd_kdi_write(rig, &out, NULL) != KD_OK)
            abort();
        double time = now_s() - start;
        best = time < best ? time : best;
        kd_buffer_free(&out);
    }
    return best;
}

static void run_ordinary(int node_count)
{
    kd_rig *rig = kt_random_rig(1, node_count);
    kd_buffer text = kt_kdi_write(rig);
    double megabytes = (double)text.size / 1e6;
    printf("%6d nodes, %6.2f MB: read %6.1f MB/s, bare libxml2 %6.1f MB/s, write %6.1f MB/s (min of %d)\n", node_count,
           megabytes, megabytes / time_reader(&text), megabytes / time_bare_parser(&text), megabytes / time_writer(rig),
           BENCH_ROUNDS);
    kd_buffer_free(&text);
    kd_rig_free(rig);
}

int main(void)
{
    xmlInitParser();
    printf("%-28s %9s %11s %9s  %s\n", "hostile document", "size", "time", "peak", "result");
    for (size_t i = 0; i < sizeof DOCUMENTS / sizeof DOCUMENTS[0]; i++)
        run_hostile(&DOCUMENTS[i]);
    printf("\nordinary documents\n");
    run_ordinary(20);
    run_ordinary(800);
    run_ordinary(5000);
    return 0;
}
