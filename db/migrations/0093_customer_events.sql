-- Events that the systems of a firm send about its customers, such as an order paid: whom to ask, and since when.
create table public.customer_events (
	space_id uuid not null references public.spaces (id) on delete cascade,
	id uuid not null default gen_random_uuid(),
	event text not null check (char_length(event) between 1 and 80),
	-- The sender's own name of it: sent again, it is the same event.
	reference text not null check (char_length(reference) between 1 and 200),
	at timestamptz not null,
	email text not null,
	name text,
	company text,
	locale text,
	data jsonb check (octet_length(data::text) <= 12288),
	state text not null default 'waiting' check (state in ('waiting', 'asked', 'answered', 'left_out')),
	-- Why the customer was not asked, in the words of public.invite_customers.
	reason text,
	invitation_id uuid,
	-- Null for one that a member sent.
	key_id uuid,
	received_at timestamptz not null default now(),
	primary key (space_id, id),
	unique (space_id, reference),
	foreign key (space_id, key_id) references public.api_keys (space_id, id) on delete set null (key_id),
	foreign key (space_id, invitation_id) references public.invitations (space_id, id) on delete set null (invitation_id)
);
create index customer_events_waiting on public.customer_events (space_id, received_at desc, id desc) where state = 'waiting';
create index customer_events_email on public.customer_events (space_id, email);
create index customer_events_invitation on public.customer_events (space_id, invitation_id) where invitation_id is not null;
create index customer_events_key on public.customer_events (space_id, key_id) where key_id is not null;
-- Rows come in the order of this column.
create index customer_events_received on public.customer_events using brin (received_at);

alter table public.customer_events enable row level security;
alter table public.customer_events force row level security;
create policy members_read on public.customer_events for select to authenticated
	using (space_id = any ((select private.spaces_for('viewer', 'people:read'))::uuid[]));
grant select on public.customer_events to authenticated, service_role;
grant select, insert, update, delete on public.customer_events to product_door;

alter publication supabase_realtime add table public.customer_events;
select realtime.sync_publication();
