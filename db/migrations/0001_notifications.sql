-- Notifications: the settings of each member, the queue of events, the mails made of them, and mails to submitters.

-- Mails to a member follow both; the app sets them from the browser when they are empty. Null is UTC, or the language of the space.
alter table public.profiles
	add column time_zone text,
	add column locale text check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$');
create trigger check_time_zone before insert or update of time_zone on public.profiles
	for each row when (new.time_zone is not null) execute function private.check_time_zone();
grant update (time_zone, locale) on public.profiles to authenticated;

-- A member without a row has the defaults.
create table public.notification_settings (
	space_id uuid not null,
	user_id uuid not null default auth.uid(),
	new_testimonial text not null default 'immediate' check (new_testimonial in ('off', 'immediate', 'daily')),
	edited_or_withdrawn boolean not null default true,
	-- What the mail server answered when it last refused the member's address for good; empty again after a mail was accepted.
	refusal text check (char_length(refusal) <= 500),
	refused_at timestamptz,
	primary key (space_id, user_id),
	foreign key (space_id, user_id) references public.space_members (space_id, user_id) on delete cascade
);
alter table public.notification_settings enable row level security;
alter table public.notification_settings force row level security;
create policy members_read_their_own on public.notification_settings for select to authenticated
	using (user_id = (select auth.uid()) and space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy members_add_their_own on public.notification_settings for insert to authenticated
	with check (user_id = (select auth.uid()) and space_id = any ((select private.spaces_as('viewer'))::uuid[]));
create policy members_change_their_own on public.notification_settings for update to authenticated
	using (user_id = (select auth.uid()) and space_id = any ((select private.spaces_as('viewer'))::uuid[]))
	with check (user_id = (select auth.uid()) and space_id = any ((select private.spaces_as('viewer'))::uuid[]));
grant select on public.notification_settings to authenticated;
-- An upsert updates its key, too; the policy keeps both columns within the caller's own memberships.
grant insert (space_id, user_id, new_testimonial, edited_or_withdrawn), update (space_id, user_id, new_testimonial, edited_or_withdrawn)
	on public.notification_settings to authenticated;
grant all on public.notification_settings to service_role;
grant select, insert, update on public.notification_settings to product_door;

-- What happened to a testimonial and is not yet distributed to members: written in the submitter's own transaction, so it is narrow.
-- It references nothing, as each reference would lock a row; the distribution drops rows whose testimonial is gone.
create table private.notification_events (
	id bigint generated always as identity primary key,
	space_id uuid not null,
	testimonial_id uuid not null,
	kind text not null check (kind in ('new', 'edited', 'withdrawn'))
);

-- One mail to one member. Its id is the Message-ID, which is the same at each attempt.
create table private.notification_mails (
	space_id uuid not null,
	id uuid not null default gen_random_uuid(),
	user_id uuid not null,
	-- bundle: the sixth and later testimonials of ten minutes. test: asked for on the settings screen.
	kind text not null check (kind in ('each', 'bundle', 'digest', 'test')),
	-- When it is due; while a worker sends it, when another may take it over. Events join a mail that was never attempted.
	run_at timestamptz not null default now(),
	attempts int not null default 0,
	-- Number of events beyond the stored items.
	more int not null default 0,
	last_error text,
	created_at timestamptz not null default now(),
	closed_at timestamptz,
	outcome text check (outcome in ('sent', 'empty', 'refused', 'given_up')),
	primary key (space_id, id),
	foreign key (space_id, user_id) references public.space_members (space_id, user_id) on delete cascade
);
create index notification_mails_member on private.notification_mails (space_id, user_id, kind);
create index notification_mails_due on private.notification_mails (run_at) where closed_at is null;
create index notification_mails_closed on private.notification_mails (closed_at) where closed_at is not null;

create table private.notification_items (
	space_id uuid not null,
	mail_id uuid not null,
	event_id bigint not null,
	user_id uuid not null,
	testimonial_id uuid not null,
	kind text not null check (kind in ('new', 'edited', 'withdrawn')),
	noted_at timestamptz not null default now(),
	primary key (space_id, mail_id, event_id),
	foreign key (space_id, mail_id) references private.notification_mails (space_id, id) on delete cascade
);
-- The mails of one member in ten minutes are counted over all spaces.
create index notification_items_recent on private.notification_items (user_id, noted_at desc);

do $$
declare
	name text;
begin
	foreach name in array array['notification_events', 'notification_mails', 'notification_items'] loop
		execute format('alter table private.%I enable row level security', name);
		execute format('alter table private.%I force row level security', name);
		execute format('grant select, insert, update, delete on private.%I to product_door', name);
	end loop;
end
$$;
-- A changed time zone moves the digest that is waiting.
create trigger move_digests after update of time_zone on public.profiles
	for each row when (new.time_zone is distinct from old.time_zone) execute function private.move_digests();
grant select (email, email_confirmed_at, deleted_at, banned_until, raw_user_meta_data) on auth.users to product_door;

-- The mail "published" is sent once: for the first publication that lasts.
alter table private.receipts add column published_at timestamptz;
create trigger queue_published_mail after insert on public.testimonials for each row
	when (new.is_public) execute function private.queue_published_mail();
create trigger queue_published_mail_changed after update on public.testimonials for each row
	when (new.is_public and not old.is_public) execute function private.queue_published_mail();
-- Set by the submitter, by the link in a mail or on the private page.
alter table public.testimonial_contacts add column mails_stopped_at timestamptz;
-- Replaced by private.received_mail.
drop function if exists private.receipt_mail(uuid, int);
