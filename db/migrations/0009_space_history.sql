-- The history of a space: what members did with its data as a whole, beside the history of each testimonial.
create table public.space_events (
	space_id uuid not null references public.spaces (id) on delete cascade,
	id bigint generated always as identity,
	kind text not null check (kind ~ '^[a-z_]{3,40}$'),
	-- The member who did it; null for the server itself. No reference: the entry outlives the membership.
	actor uuid,
	at timestamptz not null default now(),
	-- Counts, formats and hashes; never words, names or addresses of submitters.
	detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object' and octet_length(detail::text) <= 4096),
	primary key (space_id, id)
);
alter table public.space_events enable row level security;
alter table public.space_events force row level security;
create policy owners_read on public.space_events for select to authenticated
	using (space_id = any ((select private.spaces_as('owner'))::uuid[]));
grant select on public.space_events to authenticated, service_role;
grant select, insert on public.space_events to product_door;

-- The screen follows it live.
alter publication supabase_realtime add table public.space_events;
-- Without superuser there is no event trigger, which creates the triggers of published tables.
select realtime.sync_publication();
