/* Runs `dot -Tsvg` with the graph from a temporary file as its input and a pipe as its output, so that neither side can
 * wait for the other. */
#include "graphviz.h"

#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool graphviz_start(int input, const int output[2], pid_t *child)
{
    char *const words[] = {(char *)"dot", (char *)"-Tsvg", NULL};
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    bool good = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) == 0 &&
                posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO) == 0 &&
                posix_spawn_file_actions_addclose(&actions, output[0]) == 0 &&
                posix_spawnp(child, words[0], &actions, NULL, words, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    return good;
}

static bool graphviz_read(int from, kd_buffer *svg)
{
    char piece[1 << 14];
    ssize_t length;
    while ((length = read(from, piece, sizeof piece)) > 0)
        if (kd_buffer_append(svg, piece, (size_t)length) != KD_OK)
            return false;
    return length == 0;
}

static bool graphviz_run(int input, kd_buffer *svg)
{
    int output[2], status = -1;
    pid_t child;
    if (pipe(output) != 0)
        return false;
    bool started = graphviz_start(input, output, &child);
    close(output[1]);
    bool good = started && graphviz_read(output[0], svg);
    close(output[0]);
    if (started && waitpid(child, &status, 0) != child)
        good = false;
    return good && WIFEXITED(status) && WEXITSTATUS(status) == 0 && svg->size > 0;
}

bool cli_graphviz_svg(const kd_buffer *graph, kd_buffer *svg)
{
    FILE *file = tmpfile();
    bool good = file && fwrite(graph->data, 1, graph->size, file) == graph->size && fflush(file) == 0;
    if (good) {
        rewind(file);
        good = graphviz_run(fileno(file), svg);
    }
    if (file)
        fclose(file);
    if (!good)
        kd_buffer_free(svg);
    return good;
}
