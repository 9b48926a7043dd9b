-- Invitations: customers who are asked by mail for a testimonial, the mails that wait for them, and who declined.

-- What one call of public.invite_customers has in common.
create table private.invitation_batches (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null references public.spaces (id) on delete cascade,
	form_id uuid,
	-- Plain text with the placeholders {name}, {space} and {form}.
	subject text not null check (char_length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
	message text not null check (char_length(message) between 1 and 5000),
	-- Null: no reminder.
	remind_after_days int check (remind_after_days between 1 and 60),
	-- The address of the member who invites, if answers should reach them.
	reply_to text check (char_length(reply_to) between 3 and 254),
	created_by uuid references public.profiles (id) on delete set null,
	created_at timestamptz not null default now(),
	unique (space_id, id),
	foreign key (space_id, form_id) references public.forms (space_id, id) on delete set null (form_id)
);
create trigger forget_reply_address before update of created_by on private.invitation_batches
	for each row when (new.created_by is null) execute function private.forget_reply_address();
create index invitation_batches_form on private.invitation_batches (space_id, form_id);
create index invitation_batches_created_by on private.invitation_batches (created_by);

create table public.invitations (
	id uuid primary key default gen_random_uuid(),
	-- Deleted with its space through its batch: a second reference would cost a tenth of a long list.
	space_id uuid not null,
	-- Null after the form was deleted.
	form_id uuid,
	batch_id uuid not null,
	-- Lower case, with the domain in ASCII (private.normalize_address).
	email text not null check (char_length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
	name text check (char_length(name) between 1 and 120 and name !~ '[[:cntrl:]]'),
	company text check (char_length(company) between 1 and 120 and company !~ '[[:cntrl:]]'),
	-- For members only: it is in no mail.
	note text check (char_length(note) between 1 and 500),
	state text not null default 'queued'
		check (state in ('queued', 'sent', 'failed', 'opened', 'answered', 'declined', 'expired')),
	-- Why it failed, in words for members.
	failure text check (char_length(failure) <= 500),
	created_at timestamptz not null default now(),
	sent_at timestamptz,
	reminded_at timestamptz,
	opened_at timestamptz,
	answered_at timestamptz,
	-- When the personal link ends; set when the mail is sent.
	expires_at timestamptz,
	testimonial_id uuid,
	unique (space_id, id),
	foreign key (space_id, form_id) references public.forms (space_id, id) on delete set null (form_id),
	foreign key (space_id, batch_id) references private.invitation_batches (space_id, id) on delete cascade,
	foreign key (space_id, testimonial_id) references public.testimonials (space_id, id) on delete set null (testimonial_id)
);
-- Two editors who send the same list at once ask each address once.
create unique index invitations_open on public.invitations (space_id, email) where state in ('queued', 'sent', 'opened');
create index invitations_newest on public.invitations (space_id, created_at desc, id desc);
create index invitations_state on public.invitations (space_id, state, created_at desc, id desc);
create index invitations_batch on public.invitations (space_id, batch_id);
create index invitations_form on public.invitations (space_id, form_id);
create index invitations_testimonial on public.invitations (space_id, testimonial_id) where testimonial_id is not null;
-- Begins with the address: the report of a bounce names no space.
create index invitations_address on public.invitations (email, space_id, created_at desc);
create index invitations_expiry on public.invitations (expires_at) where state in ('sent', 'opened');

-- The hash of the token in a personal link, written when its mail is sent.
create table private.invitation_tokens (
	invitation_id uuid primary key,
	space_id uuid not null,
	token_hash bytea not null unique,
	foreign key (space_id, invitation_id) references public.invitations (space_id, id) on delete cascade
);
create index invitation_tokens_invitation on private.invitation_tokens (space_id, invitation_id);

-- Mails that wait, and those that were sent: a bounce is found by the id of its mail.
create table private.invitation_mails (
	-- The local part of the Message-ID, the same at every attempt.
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null,
	invitation_id uuid not null,
	kind text not null check (kind in ('invitation', 'reminder')),
	-- When it is due; while a node sends it, when another node may take it over.
	due_at timestamptz not null default now(),
	attempts int not null default 0,
	last_error text,
	created_at timestamptz not null default now(),
	sent_at timestamptz,
	foreign key (space_id, invitation_id) references public.invitations (space_id, id) on delete cascade
);
create unique index invitation_mails_open on private.invitation_mails (space_id, invitation_id, kind) where sent_at is null;
create index invitation_mails_due on private.invitation_mails (space_id, due_at) where sent_at is null;
create index invitation_mails_invitation on private.invitation_mails (space_id, invitation_id);

-- When the next mail of a space is due. Nodes lock this row to take mails of the space; a space without one has no mails waiting.
create table private.invitation_queues (
	space_id uuid primary key references public.spaces (id) on delete cascade,
	due_at timestamptz not null default now()
);
create index invitation_queues_due on private.invitation_queues (due_at);

-- Addresses that a space must never ask again, kept after their invitations.
create table private.declined_addresses (
	space_id uuid not null references public.spaces (id) on delete cascade,
	address_hash bytea not null,
	declined_at timestamptz not null default now(),
	primary key (space_id, address_hash)
);

-- What is left of invitations that were erased, for 90 days: they are not asked too soon, and the link in their mail still declines.
create table private.erased_invitations (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null references public.spaces (id) on delete cascade,
	-- As in declined_addresses.
	address_hash bytea not null,
	token_hash bytea unique,
	-- The last mail or the answer; null for an invitation that failed, as its address may be asked at once.
	asked_at timestamptz,
	erased_at timestamptz not null default now()
);
create index erased_invitations_address on private.erased_invitations (space_id, address_hash);

alter table public.invitations enable row level security;
alter table public.invitations force row level security;
alter table private.invitation_batches enable row level security;
alter table private.invitation_batches force row level security;
alter table private.invitation_tokens enable row level security;
alter table private.invitation_tokens force row level security;
alter table private.invitation_mails enable row level security;
alter table private.invitation_mails force row level security;
alter table private.invitation_queues enable row level security;
alter table private.invitation_queues force row level security;
alter table private.declined_addresses enable row level security;
alter table private.declined_addresses force row level security;
alter table private.erased_invitations enable row level security;
alter table private.erased_invitations force row level security;

create policy members_read on public.invitations for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));

grant select on public.invitations to authenticated;
grant all on public.invitations to service_role;
grant select, insert, update, delete on public.invitations, private.invitation_batches, private.invitation_tokens,
	private.invitation_mails, private.invitation_queues, private.declined_addresses, private.erased_invitations to product_door;

-- Screens follow this table live.
alter publication supabase_realtime add table public.invitations;
-- Without superuser there is no event trigger, which creates the triggers of published tables.
select realtime.sync_publication();
