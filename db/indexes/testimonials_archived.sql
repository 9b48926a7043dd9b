-- The inbox's view Archived.
create index concurrently testimonials_archived on public.testimonials (space_id, submitted_at desc, id desc)
	where status = 'archived' or withdrawn_at is not null;
