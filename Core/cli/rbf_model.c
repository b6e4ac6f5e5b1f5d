/* RBF models in and out of files, for the rbf commands. */
#include "rbf_model.h"

#include "files.h"
#include "json_text.h"
#include "report.h"

cli_exit cli_rbf_load(cli_call *call, const char *path, bool is_table, kd_rig **rig)
{
    kd_read_desc desc = kd_read_desc_default();
    kd_findings findings = kd_findings_make(NULL);
    kd_buffer content = kd_buffer_make(NULL);
    *rig = NULL;
    kd_result result = kd_file_read(path, desc.limits.file_bytes, &content, &findings);
    if (result == KD_OK)
        result = (is_table ? kd_rbf_read_csv : kd_rbf_read_json)(content.data, content.size, &desc, rig, &findings);
    kd_buffer_free(&content);
    cli_exit problem = cli_report(call, cli_input_name(path), &findings);
    if (!problem && result == KD_OK)
        return CLI_GOOD;
    kd_rig_free(*rig);
    *rig = NULL;
    return CLI_WRONG_INPUT;
}

cli_exit cli_rbf_save(cli_call *call, const char *path, const kd_buffer *text)
{
    kd_findings findings = kd_findings_make(NULL);
    kd_file_write(path, text->data, text->size, &findings);
    return cli_report(call, cli_output_name(path), &findings);
}

static json_t *rbf_model_key(const kd_rbf_interp *rbf, const kd_rbf_key_report *key)
{
    json_t *row = json_object();
    json_object_set_new(row, "key", json_integer(key->key + 1));
    json_object_set_new(row, "name", cli_json_text(rbf->keys[key->key].name));
    json_object_set_new(row, "residual", cli_json_double(key->residual));
    json_object_set_new(row, "left_out", key->left_out < 0 ? json_null() : cli_json_double(key->left_out));
    json_object_set_new(row, "same_as", key->same_as < 0 ? json_null() : json_integer(key->same_as + 1));
    return row;
}

json_t *cli_rbf_report_object(const kd_rbf_interp *rbf, const kd_rbf_report *report)
{
    json_t *object = json_object(), *keys = json_array();
    json_object_set_new(object, "method", json_string(kd_rbf_method_text(report->used)));
    json_object_set_new(object, "fallback", json_boolean(report->used != report->wanted));
    json_object_set_new(object, "condition", cli_json_double(report->condition));
    json_object_set_new(object, "width", cli_json_double(report->width));
    json_object_set_new(object, "linear_columns", json_integer(report->linear_count));
    json_object_set_new(object, "linear_rank", json_integer(report->linear_rank));
    json_object_set_new(object, "range", cli_json_double(report->range));
    json_object_set_new(object, "largest_residual", cli_json_double(report->residual));
    json_object_set_new(object, "largest_left_out", cli_json_double(report->left_out));
    json_object_set_new(object, "float_error", cli_json_double(report->float_error));
    for (int32_t i = 0; i < report->key_count; i++)
        json_array_append_new(keys, rbf_model_key(rbf, &report->keys[i]));
    json_object_set_new(object, "keys", keys);
    return object;
}
