-- The inbox below a kind that few testimonials have.
create index concurrently testimonials_recorded on public.testimonials (space_id, kind, submitted_at desc, id desc) where kind <> 'text';
