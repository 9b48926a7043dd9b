-- The sites on which a wall was last seen: a host as its pages name it, with the heights that the site's code reserves. Nothing about
-- any person.
create table public.wall_embeds (
	space_id uuid not null,
	wall_id uuid not null,
	host text not null check (char_length(host) between 1 and 120 and host !~ '[^a-z0-9._:\[\]-]'),
	kind text not null check (kind in ('script', 'frame')),
	-- Pixels per container width, as in `836-836-568`; empty where the code names none.
	reserves text not null check (reserves ~ '^([0-9]{2,4}(-[0-9]{2,4}){2})?$'),
	seen_at timestamptz not null default now(),
	primary key (space_id, wall_id, host, kind),
	foreign key (space_id, wall_id) references public.walls (space_id, id) on delete cascade
);
create index wall_embeds_seen_at on public.wall_embeds (seen_at);

alter table public.wall_embeds enable row level security;
alter table public.wall_embeds force row level security;
create policy members_read on public.wall_embeds for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
grant select on public.wall_embeds to authenticated;
grant all on public.wall_embeds to service_role;
grant select, insert, update, delete on public.wall_embeds to product_door;
