-- Forms are edited as a draft and published; each published definition is kept, so that words are judged by the page that their
-- author saw.

-- What the members of a space change of a form before they publish it: one draft for each form, shared by all of them.
create table public.form_drafts (
	space_id uuid not null,
	form_id uuid not null,
	-- The parts of the form as edited, and as they were published when the draft was last stored: a later publication is merged in by them.
	mine jsonb not null check (jsonb_typeof(mine) = 'object' and octet_length(mine::text) <= 1048576),
	base jsonb not null check (jsonb_typeof(base) = 'object' and octet_length(base::text) <= 1048576),
	-- Counts its changes, so that none overwrites one that its author has not seen.
	version int not null default 1,
	edited_by uuid references public.profiles (id) on delete set null,
	edited_at timestamptz not null default now(),
	primary key (space_id, form_id),
	foreign key (space_id, form_id) references public.forms (space_id, id) on delete cascade
);
create index form_drafts_edited_by on public.form_drafts (edited_by);
create trigger note_form_draft before insert or update of mine, base on public.form_drafts for each row
	 execute function private.note_form_draft();

-- What the page of a form showed: its parts after each change of them.
create table public.form_versions (
	space_id uuid not null,
	form_id uuid not null,
	version int not null,
	parts jsonb not null,
	published_by uuid references public.profiles (id) on delete set null,
	published_at timestamptz not null default now(),
	primary key (space_id, form_id, version),
	foreign key (space_id, form_id) references public.forms (space_id, id) on delete cascade
);
create index form_versions_published_by on public.form_versions (published_by);

alter table public.form_drafts enable row level security;
alter table public.form_drafts force row level security;
create policy members_read on public.form_drafts for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy editors_add on public.form_drafts for insert to authenticated
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_change on public.form_drafts for update to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_delete on public.form_drafts for delete to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]));
grant select, insert (space_id, form_id, mine, base), update (mine, base), delete on public.form_drafts to authenticated;
grant all on public.form_drafts to service_role;

alter table public.form_versions enable row level security;
alter table public.form_versions force row level security;
create policy members_read on public.form_versions for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
grant select on public.form_versions to authenticated;
grant select, insert, update, delete on public.form_versions to service_role;
grant select, insert, delete on public.form_versions to product_door;

insert into public.form_versions (space_id, form_id, version, parts, published_at)
select f.space_id, f.id, 1, private.form_parts(f.space_id, f.id), f.updated_at from public.forms f;

-- At the end of the transaction, so that questions that are written after the form belong to the same version.
create constraint trigger keep_form_version after insert or update on public.forms
	deferrable initially deferred for each row execute function private.keep_form_version();

-- The function is told by which version a submission was judged.
drop function if exists private.submit_testimonial(uuid, timestamptz, uuid, bytea, uuid, bytea, text, text, smallint, text, text, text, text, text, text, text, text, jsonb, jsonb, text, bigint, bytea, int, bytea, bytea, text, jsonb);

-- Members see the drafts of others live.
alter publication supabase_realtime add table public.form_drafts;
-- Without superuser there is no event trigger, which creates the triggers of published tables.
select realtime.sync_publication();
