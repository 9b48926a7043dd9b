-- Limits that the operator of the installation sets for one space. Null is no limit.
create table private.space_limits (
	space_id uuid primary key references public.spaces (id) on delete cascade,
	storage_bytes bigint check (storage_bytes >= 0),
	testimonials int check (testimonials >= 0)
);
alter table private.space_limits enable row level security;
alter table private.space_limits force row level security;
grant select, insert, update, delete on private.space_limits to product_door;

-- Both hold for what members add. Visitors are never refused for them.
create trigger keep_space_limit after insert on public.testimonials referencing new table as added
	for each statement when (current_setting('plaudit.restoring', true) is distinct from 'archive')
	execute function private.keep_testimonial_limit();
create trigger keep_space_limit after insert on storage.objects referencing new table as added
	for each statement execute function private.keep_storage_limit();
