-- Submissions whose search words and hashes a job still writes (private.index_queued). It is written in the transaction of the visitor, so it
-- has no key and references nothing; the job drops rows whose testimonial is gone.
create table private.unindexed_testimonials (
	space_id uuid not null,
	testimonial_id uuid not null
);
alter table private.unindexed_testimonials enable row level security;
alter table private.unindexed_testimonials force row level security;
grant select, insert, update, delete on private.unindexed_testimonials to product_door;
-- Without a primary key, a publication for all tables refuses deletes otherwise.
alter table private.unindexed_testimonials replica identity full;

-- private.submit_testimonials queues its testimonials, and sets plaudit.submitting for its transaction. Imports and archives do not: their
-- rows are indexed as they are written, and count against the limit of their space.
create or replace trigger index_words after insert on public.testimonials referencing new table as changed
	for each statement when (current_setting('plaudit.submitting', true) is distinct from 'on')
	execute function private.index_testimonials();
create or replace trigger index_words after insert on public.testimonial_contacts referencing new table as changed
	for each statement when (current_setting('plaudit.submitting', true) is distinct from 'on')
	execute function private.index_parts();
create or replace trigger index_words after insert on public.testimonial_answers referencing new table as changed
	for each statement when (current_setting('plaudit.submitting', true) is distinct from 'on')
	execute function private.index_parts();

-- What visitors send is never counted against the limit of a space.
create or replace trigger keep_space_limit after insert on public.testimonials referencing new table as added
	for each statement when (current_setting('plaudit.restoring', true) is distinct from 'archive'
		and current_setting('plaudit.submitting', true) is distinct from 'on')
	execute function private.keep_testimonial_limit();

-- The views of a day, too, have a unique index alone: with such a publication, the second view of a day was refused.
alter table private.daily_views replica identity full;
