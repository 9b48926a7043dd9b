-- Proposals of members to change the words of a testimonial, which its submitter accepts or refuses.

create table public.proposals (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null,
	testimonial_id uuid not null,
	-- The version that it would replace.
	version int not null,
	body text not null check (char_length(body) between 1 and 50000),
	-- What the member says to the submitter.
	note text not null default '' check (char_length(note) <= 500),
	-- outdated: the submitter changed the words meanwhile.
	state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused', 'cancelled', 'outdated')),
	created_by uuid references public.profiles (id) on delete set null,
	created_at timestamptz not null default now(),
	answered_at timestamptz,
	check ((state = 'waiting') = (answered_at is null)),
	unique (space_id, id),
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete cascade
);
-- Two members who propose at once: one of them is refused.
create unique index proposals_waiting on public.proposals (space_id, testimonial_id) where state = 'waiting';
create index proposals_testimonial on public.proposals (space_id, testimonial_id, created_at desc);
create index proposals_created_by on public.proposals (created_by);
alter table public.proposals enable row level security;
alter table public.proposals force row level security;
create policy members_read on public.proposals for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
grant select on public.proposals to authenticated, service_role;
grant select, insert, update on public.proposals to product_door;

-- The answer to a proposal is a change that members hear of.
alter table private.notification_events drop constraint notification_events_kind_check,
	add constraint notification_events_kind_check check (kind in ('new', 'edited', 'withdrawn', 'accepted', 'refused'));
alter table private.notification_items drop constraint notification_items_kind_check,
	add constraint notification_items_kind_check check (kind in ('new', 'edited', 'withdrawn', 'accepted', 'refused'));
-- The member who asked: the answer is news for them alone.
alter table private.notification_events add column for_member uuid;
