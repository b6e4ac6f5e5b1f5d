/* Pictures: well-formed, the same every time, and showing what is there. What is seen is checked on the path data: the
 * areas of the paths are those that projection gives. */
#include "io/svg_canvas.h"
#include "io/svg_contour.h"
#include "io/svg_path.h"
#include "io/svg_tone.h"
#include "kinedriver/bvh.h"
#include "kinedriver/gltf.h"
#include "kinedriver/math.h"
#include "kinedriver/scene_file.h"
#include "kinedriver/svg.h"
#include "model/scene.h"
#include "support/scene.h"
#include "support/test.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <math.h>

enum { CUBE_VERTICES = 24 };

/* A cube of side 2 around the origin, each face with a material of its own, in the order +x -x +y -y +z -z. */
static kd_scene *make_cube(void)
{
    static const float colors[6][3] = {{1, 0, 0}, {0, 1, 1}, {0, 1, 0}, {1, 0, 1}, {0, 0, 1}, {1, 1, 0}};
    kd_scene *scene = kd_scene_make(NULL, NULL);
    kd_mesh *mesh = scene->meshes = KDI_ARENA_PUSH(scene->arena, kd_mesh, 1);
    scene->mesh_count = 1;
    scene->materials = KDI_ARENA_PUSH(scene->arena, kd_material, 6);
    scene->material_count = 6;
    mesh->name = "cube";
    mesh->joint = KD_NO_JOINT;
    mesh->positions = KDI_ARENA_PUSH(scene->arena, kd_vec3, CUBE_VERTICES);
    mesh->indices = KDI_ARENA_PUSH(scene->arena, uint32_t, 36);
    mesh->parts = KDI_ARENA_PUSH(scene->arena, kd_mesh_part, 6);
    mesh->part_count = 6;
    mesh->index_count = 36;
    for (int face = 0; face < 6; face++) {
        int axis = face / 2;
        float sign = face % 2 == 0 ? 1.0f : -1.0f;
        static const float corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        static const uint32_t two[6] = {0, 1, 2, 0, 2, 3};
        for (int i = 0; i < 4; i++) {
            float *p = &mesh->positions[mesh->vertex_count++].x;
            p[axis] = sign;
            p[(axis + 1) % 3] = sign * corner[i][0];
            p[(axis + 2) % 3] = corner[i][1];
        }
        for (int i = 0; i < 6; i++)
            mesh->indices[face * 6 + i] = (uint32_t)(face * 4) + two[i];
        mesh->parts[face] = (kd_mesh_part){face * 6, 6, face};
        scene->materials[face].name = "face";
        memcpy(scene->materials[face].base_color, colors[face], sizeof colors[face]);
    }
    return scene;
}

static kd_buffer write_one(const kd_scene *scene, const char *caption, const kd_svg_write_desc *desc)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer out = kd_buffer_make(NULL);
    kd_svg_panel panel = {scene, caption};
    kd_result result = kd_svg_write(&panel, 1, desc, &out, &findings);
    kt_print_findings(&findings);
    assert_int_equal(result, KD_OK);
    assert_int_equal(findings.count, 0);
    kd_findings_free(&findings);
    return out;
}

static xmlDocPtr parse(const kd_buffer *picture)
{
    xmlDocPtr document = xmlReadMemory((const char *)picture->data, (int)picture->size, "picture.svg", NULL,
                                       XML_PARSE_NONET | XML_PARSE_HUGE);
    assert_non_null(document);
    assert_string_equal((const char *)xmlDocGetRootElement(document)->name, "svg");
    return document;
}

static int count_elements(const xmlNode *node, const char *name)
{
    int count = 0;
    for (; node; node = node->next)
        count += (node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0) +
                 count_elements(node->children, name);
    return count;
}

/* The area inside the lines of path data as this writer makes it: M, l, z and numbers. */
static double path_area(const char *data)
{
    double area = 0.0, x = 0.0, y = 0.0, start_x = 0.0, start_y = 0.0;
    bool relative = false;
    while (*data) {
        if (*data == 'M' || *data == 'l' || *data == 'z' || *data == ' ') {
            if (*data == 'z')
                area += x * start_y - y * start_x;
            relative = *data == 'l' || (*data == ' ' && relative);
            data++;
            continue;
        }
        double pair[2];
        for (int i = 0; i < 2; i++) {
            char *end;
            data += *data == ' ';
            pair[i] = (double)strtol(data, &end, 10);
            assert_true(end > data);
            data = end;
        }
        double to_x = relative ? x + pair[0] : pair[0], to_y = relative ? y + pair[1] : pair[1];
        if (relative)
            area += x * to_y - y * to_x;
        else
            start_x = to_x, start_y = to_y;
        x = to_x;
        y = to_y;
    }
    return fabs(area) / 2.0;
}

/* The area of the outline of a material, which is the path with a stroke in its darkest tone; 0 if it is not seen. */
static double outline_area(const xmlNode *node, const char *fill)
{
    double area = 0.0;
    for (; node; node = node->next) {
        area += outline_area(node->children, fill);
        if (node->type != XML_ELEMENT_NODE || strcmp((const char *)node->name, "path") != 0)
            continue;
        xmlChar *of = xmlGetProp((xmlNode *)(uintptr_t)node, BAD_CAST "fill");
        xmlChar *stroke = xmlGetProp((xmlNode *)(uintptr_t)node, BAD_CAST "stroke");
        xmlChar *data = xmlGetProp((xmlNode *)(uintptr_t)node, BAD_CAST "d");
        if (of && stroke && strcmp((const char *)of, fill) == 0)
            area += path_area((const char *)data);
        xmlFree(of);
        xmlFree(stroke);
        xmlFree(data);
    }
    return area;
}

static void check_cube_from(double angle_deg, double pitch_deg)
{
    kd_scene *cube = make_cube();
    kd_svg_write_desc desc = kd_svg_write_desc_default();
    desc.angle_deg = angle_deg;
    desc.pitch_deg = pitch_deg;
    desc.width = desc.height = 400;
    kd_buffer picture = write_one(cube, NULL, &desc);
    xmlDocPtr document = parse(&picture);
    double a = angle_deg * 0.017453292519943295, p = pitch_deg * 0.017453292519943295;
    /* towards the viewer; a face shows by the cosine between its normal and this */
    double eye[3] = {sin(a) * cos(p), sin(p), cos(a) * cos(p)};
    double wide = fabs(cos(a)) + fabs(sin(a)), tall = cos(p) + sin(p) * wide;
    double fit = fmin((400.0 - 56.0) / (2.0 * wide), (400.0 - 56.0) / (2.0 * tall)); /* pixels a unit */
    kdi_svg_actor actor;
    memset(&actor, 0, sizeof actor);
    actor.scene = cube;
    for (int face = 0; face < 6; face++) {
        kdi_svg_color color = kdi_svg_tone(&actor, kdi_svg_paint(face), 0);
        char fill[8];
        snprintf(fill, sizeof fill, "#%02x%02x%02x", color.red, color.green, color.blue);
        double expected = fmax(0.0, eye[face / 2] * (face % 2 == 0 ? 1.0 : -1.0)) * 4.0 * fit * fit;
        double area = outline_area(xmlDocGetRootElement(document), fill) / (KDI_SVG_UNITS * KDI_SVG_UNITS);
        assert_true(fabs(area - expected) < 0.02 * 4.0 * fit * fit);
    }
    xmlFreeDoc(document);
    kd_buffer_free(&picture);
    kd_scene_free(cube);
}

static void a_cube_shows_the_faces_that_look_at_the_viewer(void **state)
{
    (void)state;
    check_cube_from(30.0, 20.0);
    check_cube_from(-30.0, 20.0);
    check_cube_from(200.0, 35.0);
    check_cube_from(45.0, 60.0);
}

static void what_is_nearer_hides_what_is_behind(void **state)
{
    (void)state;
    kd_allocator allocator = kd_allocator_default();
    kdi_arena arena;
    kdi_svg_canvas canvas;
    kdi_arena_init(&arena, &allocator, 0);
    assert_true(kdi_svg_canvas_make(&canvas, 40, 40, &arena));
    const kdi_svg_corner far_one[3] = {{5, 35, 0, 1}, {35, 35, 0, 1}, {5, 5, 0, 1}};
    const kdi_svg_corner near_one[3] = {{5, 35, 9, 0}, {20, 35, 9, 0}, {5, 20, 9, 0}};
    for (int order = 0; order < 2; order++) {
        kdi_svg_canvas_clear(&canvas);
        kdi_svg_canvas_triangle(&canvas, order == 0 ? far_one : near_one, order == 0 ? 1 : 2);
        kdi_svg_canvas_triangle(&canvas, order == 0 ? near_one : far_one, order == 0 ? 2 : 1);
        assert_int_equal(canvas.paint[33 * 40 + 6], 2);
        assert_int_equal(canvas.paint[33 * 40 + 30], 1);
        assert_int_equal(canvas.paint[10 * 40 + 30], KDI_SVG_NOTHING);
    }
    const kdi_svg_corner back[3] = {near_one[0], near_one[2], near_one[1]};
    kdi_svg_canvas_clear(&canvas);
    kdi_svg_canvas_triangle(&canvas, back, 1);
    assert_int_equal(canvas.paint[33 * 40 + 6], KDI_SVG_NOTHING);
    kdi_arena_free(&arena);
}

/* Random blots with holes: the area inside the lines is that of the samples inside, but for the half samples at the
 * border that the slanted lines cut off or add. */
static void contours_enclose_the_samples_inside(void **state)
{
    (void)state;
    kt_random random = kt_random_make(5);
    for (int round = 0; round < 60; round++) {
        kd_allocator allocator = kd_allocator_default();
        kdi_arena arena;
        kdi_svg_canvas canvas;
        kdi_arena_init(&arena, &allocator, 0);
        assert_true(kdi_svg_canvas_make(&canvas, 90, 80, &arena));
        kdi_svg_canvas_clear(&canvas);
        canvas.left = canvas.top = 1;
        canvas.right = 89;
        canvas.bottom = 79;
        double cx = kt_random_in(&random, 30, 60), cy = kt_random_in(&random, 30, 50);
        double outer = kt_random_in(&random, 15, 28), inner = kt_random_in(&random, 3, 10);
        for (int i = 0; i < 90 * 80; i++) {
            double r = hypot(i % 90 - cx, i / 90 - cy);
            if (r < outer && r > inner)
                canvas.paint[i] = 3, canvas.light[i] = (float)(r / outer);
        }
        kdi_svg_contour contour = {.canvas = &canvas, .scale = 10.0, .tolerance = 0.25, .allocator = allocator};
        kd_buffer out = kd_buffer_make(NULL);
        contour.paint = (uint8_t)(round % 2 ? 3 : KDI_SVG_NOTHING);
        contour.level = -1.0f;
        assert_int_equal(kdi_svg_contour_write(&contour, &out), KD_OK);
        double ring = 3.14159265 * (outer * outer - inner * inner);
        assert_true(fabs(path_area((const char *)out.data) / 100.0 - ring) < 0.05 * ring);
        out.size = 0;
        contour.level = (float)(0.5 + 0.5 * inner / outer); /* the outer part of the ring, by its light */
        double border = (double)contour.level * outer;
        assert_int_equal(kdi_svg_contour_write(&contour, &out), KD_OK);
        ring = 3.14159265 * (outer * outer - border * border);
        assert_true(fabs(path_area((const char *)out.data) / 100.0 - ring) < 0.05 * ring);
        out.size = 0;
        contour.paint = 7;
        assert_int_equal(kdi_svg_contour_write(&contour, &out), KD_OK);
        assert_int_equal(out.size, 0);
        kdi_svg_contour_free(&contour);
        kd_buffer_free(&out);
        kdi_arena_free(&arena);
    }
}

static kd_scene *load_motion(void)
{
    kd_scene *scene;
    kd_read_desc desc = kd_read_desc_default();
    assert_int_equal(kd_scene_load(kt_path("Content/Character/walk_and_reach.bvh"), &desc, &scene, NULL), KD_OK);
    return scene;
}

static void an_animated_picture_is_well_formed_and_has_every_frame(void **state)
{
    (void)state;
    kd_scene *scene = load_motion();
    kd_svg_panel panels[2] = {{scene, "plain <skinning> & \"more\""}, {scene, "with helper bones"}};
    kd_svg_write_desc desc = kd_svg_write_desc_default();
    desc.frame_count = 5;
    kd_buffer out = kd_buffer_make(NULL);
    assert_int_equal(kd_svg_write(panels, 2, &desc, &out, NULL), KD_OK);
    xmlDocPtr document = parse(&out);
    xmlNode *root = xmlDocGetRootElement(document);
    assert_int_equal(count_elements(root, "animate"), 5);
    assert_int_equal(count_elements(root, "g"), 5 * 3);
    assert_int_equal(count_elements(root, "text"), 2);
    assert_int_equal(count_elements(root, "script"), 0);
    xmlChar *content = xmlNodeGetContent(root);
    assert_non_null(strstr((const char *)content, "plain <skinning> & \"more\""));
    xmlFree(content);
    xmlFreeDoc(document);
    kd_buffer_free(&out);
    kd_scene_free(scene);
}

static void the_same_scene_gives_the_same_bytes(void **state)
{
    (void)state;
    kd_scene *scene = load_motion();
    kd_svg_write_desc desc = kd_svg_write_desc_default();
    desc.frame_count = 3;
    kd_buffer first = write_one(scene, "a", &desc), second = write_one(scene, "a", &desc);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    kd_buffer_free(&first);
    kd_buffer_free(&second);
    kd_scene_free(scene);
}

static void a_scene_at_rest_is_one_still_frame(void **state)
{
    (void)state;
    kd_scene *cube = make_cube();
    kd_svg_write_desc desc = kd_svg_write_desc_default();
    kd_buffer out = write_one(cube, NULL, &desc);
    xmlDocPtr document = parse(&out);
    assert_int_equal(count_elements(xmlDocGetRootElement(document), "animate"), 0);
    assert_int_equal(count_elements(xmlDocGetRootElement(document), "g"), 2);
    xmlFreeDoc(document);
    kd_buffer_free(&out);
    kd_scene_free(cube);
}

static void the_character_in_motion_stays_small(void **state)
{
    (void)state;
    kd_scene *scene;
    assert_int_equal(kd_scene_load(kt_path("Content/Character/character.glb"), NULL, &scene, NULL), KD_OK);
    kd_svg_write_desc desc = kd_svg_write_desc_default();
    kd_buffer out = write_one(scene, NULL, &desc);
    assert_true(out.size > 10000 && out.size < 2500000 / 48); /* so that 24 frames of two stay below 2.5 MB */
    kd_buffer_free(&out);
    kd_scene_free(scene);
}

static void settings_out_of_range_are_refused(void **state)
{
    (void)state;
    kd_scene *cube = make_cube();
    kd_scene *empty = kd_scene_make(NULL, NULL);
    kd_svg_panel panel = {cube, NULL}, nothing = {empty, NULL};
    for (int i = 0; i < 9; i++) {
        kd_findings findings = kd_findings_make(NULL);
        kd_buffer out = kd_buffer_make(NULL);
        kd_svg_write_desc desc = kd_svg_write_desc_default();
        kd_result expected = KD_RANGE;
        desc.width = i == 0 ? 0 : desc.width;
        desc.height = i == 1 ? 100000 : desc.height;
        desc.frame_count = i == 2 ? 0 : desc.frame_count;
        desc.angle_deg = i == 3 ? (double)NAN : desc.angle_deg;
        desc.zoom = i == 4 ? 0.0 : desc.zoom;
        desc.duration_s = i == 5 ? -1.0 : desc.duration_s;
        desc.focus = i == 6 ? "nose" : NULL;
        expected = i == 6 ? KD_JOINT_UNKNOWN : i == 8 ? KD_EMPTY : expected;
        assert_int_equal(kd_svg_write(i == 8 ? &nothing : &panel, i == 7 ? 9 : 1, &desc, &out, &findings), expected);
        kt_expect_finding(&findings, KD_SEVERITY_ERROR, expected, NULL);
        assert_int_equal(out.size, 0);
        kd_findings_free(&findings);
        kd_buffer_free(&out);
    }
    kd_scene_free(cube);
    kd_scene_free(empty);
}

/* Numbers at the end of the range must neither crash nor hang nor leave a broken file. */
static void extreme_scenes_still_give_well_formed_files(void **state)
{
    (void)state;
    static const float extremes[] = {3e38f, -3e38f, 1e-38f, 0.0f, 1e20f, 1e9f};
    kt_random random = kt_random_make(3);
    for (int round = 0; round < 60; round++) {
        kd_scene *scene = kt_scene_make(&random);
        kd_mesh *mesh = &scene->meshes[round % 2];
        for (int i = 0; i < mesh->vertex_count * 3; i++)
            if (kt_random_below(&random, 3) == 0)
                (&mesh->positions[0].x)[i] = extremes[kt_random_below(&random, 6)];
        kd_svg_write_desc desc = kd_svg_write_desc_default();
        desc.width = desc.height = 64;
        desc.frame_count = 2;
        desc.pitch_deg = kt_random_in(&random, -90, 90);
        kd_buffer out = kd_buffer_make(NULL);
        kd_svg_panel panel = {scene, "x"};
        if (kd_svg_write(&panel, 1, &desc, &out, NULL) == KD_OK)
            xmlFreeDoc(parse(&out));
        kd_buffer_free(&out);
        kd_scene_free(scene);
    }
}

/* The reader under test writes what it reads as a picture, in the allocator that fails on purpose. */
static kd_result picture_of(const void *data, size_t size, const kd_read_desc *desc, kd_findings *findings)
{
    kd_scene *scene;
    kd_read_desc read_desc = *desc;
    kd_result result = kd_bvh_read(data, size, &read_desc, &scene, findings);
    if (result != KD_OK)
        return result;
    kd_svg_write_desc write_desc = kd_svg_write_desc_default();
    write_desc.width = write_desc.height = 64;
    write_desc.frame_count = 2;
    kd_buffer out = kd_buffer_make(&desc->allocator);
    kd_svg_panel panel = {scene, "caption"};
    result = kd_svg_write(&panel, 1, &write_desc, &out, findings);
    if (result != KD_OK)
        assert_int_equal(out.size, 0);
    kd_buffer_free(&out);
    kd_scene_free(scene);
    return result;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    kd_buffer content = kt_load("Tests/Data/minimal.bvh");
    kt_hostile_allocations(picture_of, content.data, content.size);
    kd_buffer_free(&content);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_shows_the_faces_that_look_at_the_viewer),
        cmocka_unit_test(what_is_nearer_hides_what_is_behind),
        cmocka_unit_test(contours_enclose_the_samples_inside),
        cmocka_unit_test(an_animated_picture_is_well_formed_and_has_every_frame),
        cmocka_unit_test(the_same_scene_gives_the_same_bytes),
        cmocka_unit_test(a_scene_at_rest_is_one_still_frame),
        cmocka_unit_test(the_character_in_motion_stays_small),
        cmocka_unit_test(settings_out_of_range_are_refused),
        cmocka_unit_test(extreme_scenes_still_give_well_formed_files),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return kt_run(tests);
}
