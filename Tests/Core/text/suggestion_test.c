/* Suggestions for misspelt words. */
#include "support/test.h"

#include "kinedriver/suggestion.h"

static const char *const WORDS[] = {"SourceOp", "TargetOp", "Expr", "RBFInterp", "LinkWith", NULL};

static const char *suggested(const char *word)
{
    kd_suggestion suggestion = kd_suggestion_make(word, strlen(word));
    kd_suggestion_offer_list(&suggestion, WORDS);
    return suggestion.best ? suggestion.best : "";
}

static void a_slip_of_the_pen_finds_its_word(void **state)
{
    (void)state;
    assert_string_equal(suggested("SuorceOp"), "SourceOp");  /* swapped */
    assert_string_equal(suggested("SourcOp"), "SourceOp");   /* left out */
    assert_string_equal(suggested("TargettOp"), "TargetOp"); /* doubled */
    assert_string_equal(suggested("TorgetOp"), "TargetOp");  /* replaced */
    assert_string_equal(suggested("sourceop"), "SourceOp");  /* case */
    assert_string_equal(suggested("Exp"), "Expr");
}

static void a_beginning_finds_its_word(void **state)
{
    (void)state;
    assert_string_equal(suggested("rbf"), "RBFInterp");
    assert_string_equal(suggested("Link"), "LinkWith");
    assert_string_equal(suggested("LinkWithOthers"), "");
}

static void a_different_word_finds_nothing(void **state)
{
    (void)state;
    assert_string_equal(suggested("Camera"), "");
    assert_string_equal(suggested(""), "");
    assert_string_equal(suggested("x"), "");
    kd_suggestion letter = kd_suggestion_make("x", 1);
    kd_suggestion_offer(&letter, "a"); /* one step away, and nothing in common */
    assert_null(letter.best);
    char text[KD_SUGGESTION_TEXT_SIZE];
    kd_suggestion none = kd_suggestion_make("Camera", 6);
    assert_string_equal(kd_suggestion_text(&none, text), "");
}

static void words_of_any_length_are_safe(void **state)
{
    (void)state;
    char word[200];
    memset(word, 'S', sizeof word);
    for (size_t length = 0; length <= sizeof word; length++) {
        kd_suggestion suggestion = kd_suggestion_make(word, length);
        kd_suggestion_offer_list(&suggestion, WORDS);
        char known[200];
        memset(known, 'S', sizeof known);
        known[length < 199 ? length : 199] = '\0';
        kd_suggestion_offer(&suggestion, known);
    }
}

static void the_nearest_word_wins_and_is_named(void **state)
{
    (void)state;
    static const char *const near[] = {"inMin", "inMax", "outMax", NULL};
    char text[KD_SUGGESTION_TEXT_SIZE];
    kd_suggestion suggestion = kd_suggestion_make("inmax", 5);
    kd_suggestion_offer_list(&suggestion, near);
    assert_string_equal(kd_suggestion_text(&suggestion, text), "; did you mean 'inMax'?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slip_of_the_pen_finds_its_word),   cmocka_unit_test(a_beginning_finds_its_word),
        cmocka_unit_test(a_different_word_finds_nothing),     cmocka_unit_test(words_of_any_length_are_safe),
        cmocka_unit_test(the_nearest_word_wins_and_is_named),
    };
    return kt_run(tests);
}
