-- Webhooks: addresses of other programs that are called about testimonials. Triggers note events in the transaction of the change, a worker
-- makes one delivery of each for every webhook, and the body is built when it is sent (docs/decisions/0089-webhooks.md).
lock table public.spaces, public.testimonials, public.api_keys, public.profiles in share row exclusive mode;

create trigger note_webhooks_added after insert on public.testimonials referencing new table as new_rows
	for each statement when (current_setting('plaudit.restoring', true) is distinct from 'archive')
	execute function private.note_webhook_events();
create trigger note_webhooks_changed after update on public.testimonials referencing old table as old_rows new table as new_rows
	for each statement execute function private.note_webhook_events();
create trigger note_webhooks_removed after delete on public.testimonials referencing old table as old_rows
	for each statement execute function private.note_webhook_events();

create table public.webhooks (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null references public.spaces (id) on delete cascade,
	url text not null check (char_length(url) between 10 and 2000),
	events text[] not null,
	kind text not null check (kind in ('standard', 'slack', 'discord', 'teams', 'mattermost', 'google_chat')),
	is_active boolean not null default true,
	-- Null also where a member stopped it.
	paused_reason text check (paused_reason in ('failed', 'key_ended')),
	created_by uuid references public.profiles (id) on delete set null,
	-- The key that made it. It ends with that key.
	key_id uuid,
	created_at timestamptz not null default now(),
	last_delivered_at timestamptz,
	secret_rotated_at timestamptz,
	unique (space_id, id),
	foreign key (space_id, key_id) references public.api_keys (space_id, id) on delete cascade
);
create index webhooks_created_by on public.webhooks (created_by);
create index webhooks_key on public.webhooks (space_id, key_id) where key_id is not null;

-- Bodies are signed with both, the former one for a day after a change. They cannot be hashed.
create table private.webhook_secrets (
	space_id uuid not null,
	webhook_id uuid not null,
	secret text not null,
	former text,
	former_until timestamptz,
	primary key (space_id, webhook_id),
	foreign key (space_id, webhook_id) references public.webhooks (space_id, id) on delete cascade
);

-- When a webhook is looked at next, and the node that works on it: `generation` counts the leases, so that one that is over records nothing.
create table private.webhook_queues (
	space_id uuid not null,
	webhook_id uuid not null,
	run_at timestamptz not null default 'infinity',
	leased_until timestamptz,
	generation bigint not null default 0,
	-- Attempts in a row that failed. While an address fails, it is called once at a time.
	failures int not null default 0,
	paused_at timestamptz,
	primary key (space_id, webhook_id),
	foreign key (space_id, webhook_id) references public.webhooks (space_id, id) on delete cascade
);
create index webhook_queues_due on private.webhook_queues (run_at);

-- Written in the transaction of a change, by spaces with webhooks alone. It references nothing, so that it takes no locks.
create table private.webhook_events (
	space_id uuid not null,
	seq bigint generated always as identity,
	event text not null,
	testimonial_id uuid,
	-- The invitation or the import.
	subject_id uuid,
	at timestamptz not null default clock_timestamp(),
	primary key (space_id, seq)
);

create table public.webhook_deliveries (
	id uuid not null default gen_random_uuid(),
	space_id uuid not null,
	webhook_id uuid not null,
	-- The order of a testimonial's deliveries.
	seq bigint generated always as identity,
	-- The header webhook-id: that of the first delivery, also when it is sent again.
	message_id uuid not null,
	event text not null,
	testimonial_id uuid,
	subject_id uuid,
	happened_at timestamptz not null,
	attempt smallint not null default 0,
	state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'skipped')),
	-- That of the last answer; null where none came.
	status smallint,
	-- Its first bytes, or why there is none.
	answer text check (char_length(answer) <= 1000),
	took_ms int,
	next_at timestamptz,
	created_at timestamptz not null default now(),
	done_at timestamptz,
	primary key (space_id, id),
	foreign key (space_id, webhook_id) references public.webhooks (space_id, id) on delete cascade
);
create index webhook_deliveries_log on public.webhook_deliveries (space_id, webhook_id, created_at desc);
create index webhook_deliveries_waiting on public.webhook_deliveries (space_id, webhook_id, seq) where state = 'waiting';
create index webhook_deliveries_order on public.webhook_deliveries (space_id, webhook_id, testimonial_id, seq) where state = 'waiting';
create index webhook_deliveries_testimonial on public.webhook_deliveries (space_id, testimonial_id);

do $$
declare
	name text;
begin
	foreach name in array array['public.webhooks', 'private.webhook_secrets', 'private.webhook_queues', 'private.webhook_events',
		'public.webhook_deliveries']
	loop
		execute format('alter table %s enable row level security', name);
		execute format('alter table %s force row level security', name);
		execute format('grant select, insert, update, delete on %s to product_door', name);
	end loop;
	foreach name in array array['webhooks', 'webhook_deliveries'] loop
		execute format($policy$create policy members_read on public.%I for select to authenticated
			using (space_id = any ((select private.spaces_as('viewer'))::uuid[]))$policy$, name);
		execute format($policy$create policy keys_read on public.%I for select to authenticated
			using (space_id = any ((select private.spaces_for('editor', 'testimonials:read'))::uuid[]))$policy$, name);
		execute format('grant select on public.%I to authenticated, service_role', name);
	end loop;
end
$$;
create policy editors_change on public.webhooks for update to authenticated
	using (space_id = any ((select private.spaces_for('editor', 'testimonials:read'))::uuid[]))
	with check (space_id = any ((select private.spaces_for('editor', 'testimonials:read'))::uuid[]));
grant update (url, events, is_active) on public.webhooks to authenticated;

create trigger change_webhook before update of url, events, is_active on public.webhooks
	for each row execute function private.change_webhook();
-- An earlier time of a delivery makes its queue due.
create trigger wake_queue after update of next_at on public.webhook_deliveries
	for each row when (new.state = 'waiting' and new.next_at < old.next_at) execute function private.wake_webhook_queue();
create trigger end_webhooks after update of revoked_at on public.api_keys
	for each row when (old.revoked_at is null and new.revoked_at is not null) execute function private.end_webhooks_of_key();

alter publication supabase_realtime add table public.webhooks;
select realtime.sync_publication();
