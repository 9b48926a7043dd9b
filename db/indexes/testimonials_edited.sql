-- Published testimonials with an edit that waits for moderation, whose stars are those of the approved version.
create index concurrently testimonials_edited on public.testimonials (space_id, id) where is_public and status = 'pending';
