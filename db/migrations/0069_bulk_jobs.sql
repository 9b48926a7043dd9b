-- Bulk actions: one change of many testimonials by a member, run by the server in pieces, and the former state of each for its undo.

create table public.bulk_jobs (
	space_id uuid not null references public.spaces (id) on delete cascade,
	id uuid not null default gen_random_uuid(),
	action text not null check (action in ('approve', 'reject', 'archive', 'restore', 'tag', 'untag', 'assign')),
	-- The tag or the member of the action; null for decisions, and to assign to nobody. No reference: either may be gone when a piece runs.
	value uuid,
	-- stopped: the member left or the server gave up, before the last testimonial.
	state text not null default 'queued' check (state in ('queued', 'running', 'finished', 'stopped', 'undoing', 'undone')),
	-- Why it stopped, in words for members.
	problem text check (char_length(problem) <= 500),
	-- Testimonials to which the action applied when it was asked for, and those that were handled.
	total int not null default 0,
	done int not null default 0,
	changed int not null default 0,
	-- Those that somebody changed meanwhile, before the action or before its undo.
	left_alone int not null default 0,
	-- Of the changed ones: those that an undo handled, and those that it put back.
	undo_done int not null default 0,
	restored int not null default 0,
	created_by uuid references public.profiles (id) on delete set null,
	undone_by uuid references public.profiles (id) on delete set null,
	created_at timestamptz not null default now(),
	finished_at timestamptz,
	undone_at timestamptz,
	undo_until timestamptz,
	primary key (space_id, id),
	unique (id)
);
create index bulk_jobs_newest on public.bulk_jobs (space_id, created_at desc);
create index bulk_jobs_created_by on public.bulk_jobs (created_by);
create index bulk_jobs_undone_by on public.bulk_jobs (undone_by);

create table private.bulk_items (
	space_id uuid not null,
	bulk_id uuid not null,
	-- No reference: an erased testimonial counts as left alone.
	testimonial_id uuid not null,
	-- The state when the action was asked for; `seq` is the newest entry of the history, which every decision and edit continues.
	seq int not null,
	status text not null,
	spam_state text not null,
	approved_version int,
	approved_at timestamptz,
	assigned_to uuid,
	-- The newest entry after the action.
	changed_seq int,
	outcome text check (outcome in ('changed', 'left_alone', 'restored', 'kept')),
	primary key (space_id, bulk_id, testimonial_id),
	foreign key (space_id, bulk_id) references public.bulk_jobs (space_id, id) on delete cascade
);
create index bulk_items_outcome on private.bulk_items (space_id, bulk_id, outcome, testimonial_id);

alter table public.bulk_jobs enable row level security;
alter table public.bulk_jobs force row level security;
alter table private.bulk_items enable row level security;
alter table private.bulk_items force row level security;
create policy members_read on public.bulk_jobs for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
grant select on public.bulk_jobs to authenticated;
grant all on public.bulk_jobs to service_role;
grant select, insert, update, delete on public.bulk_jobs, private.bulk_items to product_door;
grant delete on public.testimonial_tags to product_door;

-- Screens follow the progress live; the testimonials of a bulk action have no events of their own.
alter publication supabase_realtime add table public.bulk_jobs;
-- Without superuser there is no event trigger, which creates the triggers of published tables.
select realtime.sync_publication();
