export const unsealedEntries = 'select count(*) as n from public.testimonial_events where log_number is null'

export const largestCheckpoint = 'select coalesce(max(last_entry - first_entry + 1), 0) as n from private.checkpoints'
