-- The inbox's view Spam.
create index concurrently testimonials_suspect on public.testimonials (space_id, submitted_at desc, id desc) where spam_state <> 'clean';
