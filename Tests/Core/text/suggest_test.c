/* Suggestions for misspelt words. */
#include "support/test.h"

#include "text/suggest.h"

static const char *const WORDS[] = {"SourceOp", "TargetOp", "Expr", "RBFInterp", "LinkWith", NULL};

static const char *suggested(const char *word)
{
    kdi_suggest suggest = kdi_suggest_make(word, strlen(word));
    kdi_suggest_offer_list(&suggest, WORDS);
    return suggest.best ? suggest.best : "";
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

static void a_different_word_finds_nothing(void **state)
{
    (void)state;
    assert_string_equal(suggested("Camera"), "");
    assert_string_equal(suggested(""), "");
    assert_string_equal(suggested("x"), "");
    char text[KDI_SUGGEST_TEXT_SIZE];
    kdi_suggest none = kdi_suggest_make("Camera", 6);
    assert_string_equal(kdi_suggest_text(&none, text), "");
}

static void words_of_any_length_are_safe(void **state)
{
    (void)state;
    char word[200];
    memset(word, 'S', sizeof word);
    for (size_t length = 0; length <= sizeof word; length++) {
        kdi_suggest suggest = kdi_suggest_make(word, length);
        kdi_suggest_offer_list(&suggest, WORDS);
        char known[200];
        memset(known, 'S', sizeof known);
        known[length < 199 ? length : 199] = '\0';
        kdi_suggest_offer(&suggest, known);
    }
}

static void the_nearest_word_wins_and_is_named(void **state)
{
    (void)state;
    static const char *const near[] = {"inMin", "inMax", "outMax", NULL};
    char text[KDI_SUGGEST_TEXT_SIZE];
    kdi_suggest suggest = kdi_suggest_make("inmax", 5);
    kdi_suggest_offer_list(&suggest, near);
    assert_string_equal(kdi_suggest_text(&suggest, text), "; did you mean 'inMax'?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slip_of_the_pen_finds_its_word),
        cmocka_unit_test(a_different_word_finds_nothing),
        cmocka_unit_test(words_of_any_length_are_safe),
        cmocka_unit_test(the_nearest_word_wins_and_is_named),
    };
    return kt_run(tests);
}
