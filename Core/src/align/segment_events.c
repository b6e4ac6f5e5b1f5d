/* Where a clip is cut: at frames given, or where the feet together move least, which in a walk is when both
 * stand; in a run, where one of them moves least. */
#include "align/segment_figure.h"

#include "text/findings.h"

static const double EVENT_SMOOTH_S = 0.05, EVENT_APART_S = 0.2, EVENT_SLOW = 0.6, EVENT_KEPT_APART_S = 0.35;

static int32_t event_frames(const kdi_segment_motion *motion, double seconds)
{
    int32_t frames = (int32_t)(seconds / motion->clip->frame_time_s + 0.5);
    return frames > 1 ? frames : 1;
}

/* Speeds of all feet together, or of the slowest alone (of all handles where there are no feet), smoothed. Returns the
 * mean. */
static double event_speeds(const kdi_segment_builder *builder, const kdi_segment_motion *motion, bool slowest,
                           double *raw, double *speeds)
{
    bool has_feet = false;
    double sum = 0;
    for (uint32_t h = 0; h < builder->handle_count; h++)
        has_feet |= builder->handles[h].is_foot != 0;
    for (int32_t i = 0; i < motion->count; i++) {
        double together = 0, least = 1e300;
        for (uint32_t h = 0; h < builder->handle_count; h++)
            if (!has_feet || builder->handles[h].is_foot) {
                double speed = kdi_segment_speed(builder, motion, h, motion->first + i);
                together += speed;
                least = speed < least ? speed : least;
            }
        raw[i] = slowest ? least : together;
    }
    int32_t reach = event_frames(motion, EVENT_SMOOTH_S) / 2;
    for (int32_t i = 0; i < motion->count; i++) {
        int32_t from = i > reach ? i - reach : 0, to = i + reach < motion->count ? i + reach : motion->count - 1;
        speeds[i] = 0;
        for (int32_t k = from; k <= to; k++)
            speeds[i] += raw[k] / (to - from + 1);
        sum += speeds[i];
    }
    return sum / motion->count;
}

static bool event_is_least(const double *speeds, int32_t count, int32_t at, int32_t reach)
{
    for (int32_t k = at - reach; k <= at + reach; k++)
        if (k >= 0 && k < count && (speeds[k] < speeds[at] || (k < at && speeds[k] == speeds[at])))
            return false;
    return true;
}

static int32_t event_find(kdi_segment_builder *builder, const kdi_segment_motion *motion, bool slowest, int32_t *events)
{
    double *speeds = KDI_ARENA_PUSH(&builder->arena, double, (size_t)motion->count * 2);
    if (!speeds)
        return -1;
    double mean = event_speeds(builder, motion, slowest, speeds + motion->count, speeds);
    int32_t count = 0, apart = event_frames(motion, EVENT_APART_S), last = motion->count - 1;
    int32_t kept = motion->source->kept_event - motion->first, kept_apart = event_frames(motion, EVENT_KEPT_APART_S);
    bool has_kept = motion->source->kept_event >= 0 && kept > 0 && kept < last;
    events[count++] = motion->first;
    for (int32_t i = 1; i < last; i++) {
        bool is_kept = has_kept && i == kept;
        bool is_event = i >= apart / 2 && last - i >= apart / 2 && speeds[i] < EVENT_SLOW * mean &&
                        event_is_least(speeds, motion->count, i, apart);
        if (has_kept && i != kept && i > kept - kept_apart && i < kept + kept_apart)
            is_event = false;
        if (is_kept || is_event)
            events[count++] = motion->first + i;
    }
    events[count++] = motion->first + last;
    return count;
}

static int32_t event_copy(kdi_segment_builder *builder, const kdi_segment_motion *motion, int32_t *events)
{
    const kd_segment_source *source = motion->source;
    int32_t count = 0, last = motion->first + motion->count - 1;
    events[count++] = motion->first;
    for (int32_t i = 0; i < source->event_count; i++) {
        int32_t event = source->events[i];
        if (event < 0 || event > last || (i > 0 && event <= source->events[i - 1])) {
            KDI_ERROR(builder->findings, KD_RANGE, NULL, "event %d: events are frames from %d to %d in rising order",
                      (int)event, (int)motion->first, (int)last);
            return -1;
        }
        if (event > motion->first && event < last)
            events[count++] = event;
    }
    events[count++] = last;
    return count;
}

int32_t *kdi_segment_events(kdi_segment_builder *builder, const kdi_segment_motion *motion, int32_t *count)
{
    int32_t *events = KDI_ARENA_PUSH(&builder->arena, int32_t, (size_t)motion->count + 2);
    if (!events)
        return NULL;
    *count = motion->source->events ? event_copy(builder, motion, events) : event_find(builder, motion, false, events);
    if (!motion->source->events && *count == 2) /* a run: one foot at a time */
        *count = event_find(builder, motion, true, events);
    return *count < 2 ? NULL : events;
}
