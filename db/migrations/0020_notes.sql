-- Notes of members about a testimonial. Members of the space read them, and nobody else.
create table public.testimonial_notes (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null,
	testimonial_id uuid not null,
	-- Null after the account was deleted. No client writes it: a note is its caller's.
	author uuid default auth.uid() references public.profiles (id) on delete set null,
	body text not null check (char_length(btrim(body)) between 1 and 2000),
	created_at timestamptz not null default now(),
	edited_at timestamptz,
	unique (space_id, id),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
create index testimonial_notes_testimonial on public.testimonial_notes (space_id, testimonial_id, created_at);
create index testimonial_notes_author on public.testimonial_notes (author);
create trigger note_edit before update of body on public.testimonial_notes for each row
	when (new.body is distinct from old.body) execute function private.note_edit();
create trigger fill_space before insert on public.testimonial_notes for each row
	when (new.space_id is null) execute function private.fill_space();

alter table public.testimonial_notes enable row level security;
alter table public.testimonial_notes force row level security;
create policy members_read on public.testimonial_notes for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy editors_add on public.testimonial_notes for insert to authenticated
	with check (author = (select auth.uid()) and space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy authors_change on public.testimonial_notes for update to authenticated
	using (author = (select auth.uid()) and space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (author = (select auth.uid()) and space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy authors_and_owners_delete on public.testimonial_notes for delete to authenticated
	using (author = (select auth.uid()) and space_id = any ((select private.spaces_as('editor'))::uuid[])
		or space_id = any ((select private.spaces_as('owner'))::uuid[]));
grant select, delete on public.testimonial_notes to authenticated;
grant insert (id, space_id, testimonial_id, body), update (body) on public.testimonial_notes to authenticated;
grant select, insert, update, delete on public.testimonial_notes to service_role;
grant select, insert on public.testimonial_notes to product_door;

-- Members see the notes of others live.
alter publication supabase_realtime add table public.testimonial_notes;
-- Without superuser there is no event trigger, which creates the triggers of published tables.
select realtime.sync_publication();
