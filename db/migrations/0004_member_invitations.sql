-- Invitations to the team of a space. The token of a link is derived by the server; the database stores only its hash.

create table public.member_invitations (
	id uuid primary key default gen_random_uuid(),
	space_id uuid not null references public.spaces (id) on delete cascade,
	-- Lower case, as auth.users stores addresses.
	email text not null check (char_length(email) between 3 and 255 and email = lower(email)),
	role text not null check (role in ('owner', 'editor', 'viewer')),
	-- An invitation ends with the account of its inviter.
	invited_by uuid not null references public.profiles (id) on delete cascade,
	created_at timestamptz not null default now(),
	expires_at timestamptz not null default now() + interval '14 days',
	-- When the mail server took the last mail.
	sent_at timestamptz,
	-- Why the mail server refused the last mail for good.
	failure text check (char_length(failure) <= 500),
	accepted_at timestamptz,
	-- The address of an account is forgotten with it.
	accepted_by uuid references public.profiles (id) on delete cascade,
	declined_at timestamptz,
	revoked_at timestamptz,
	-- Part of the token: a renewed invitation that had expired gets another link.
	version int not null default 1,
	unique (space_id, id)
);
-- An address has at most one invitation that is not settled; a second one renews it.
create unique index member_invitations_open on public.member_invitations (space_id, email)
	where accepted_at is null and declined_at is null and revoked_at is null;
create index member_invitations_address on public.member_invitations (email);
create index member_invitations_inviter on public.member_invitations (invited_by);
create index member_invitations_accepter on public.member_invitations (accepted_by);

-- A link that came by mail proves its address; one that a member copied does not.
create table private.member_invitation_tokens (
	space_id uuid not null,
	invitation_id uuid not null,
	channel text not null check (channel in ('mail', 'link')),
	-- The version of the invitation for which it was derived; it is good for no other.
	version int not null,
	token_hash bytea not null unique check (octet_length(token_hash) = 32),
	primary key (space_id, invitation_id, channel),
	foreign key (space_id, invitation_id) references public.member_invitations (space_id, id) on delete cascade
);

-- Calls of the API queue mails, after which no code of the server runs.
create trigger wake_workers after insert on plaudit.jobs
	for each row when (new.run_at <= now()) execute function plaudit.wake_workers();

create trigger end_invitations after update of role or delete on public.space_members
	for each row execute function private.end_invitations_of_member();

alter table public.member_invitations enable row level security;
alter table public.member_invitations force row level security;
alter table private.member_invitation_tokens enable row level security;
alter table private.member_invitation_tokens force row level security;

-- Addresses of people who are no members yet are for those who invite.
create policy owners_read on public.member_invitations for select to authenticated
	using (space_id = any ((select private.spaces_as('owner'))::uuid[]));

grant select on public.member_invitations to authenticated;
grant all on public.member_invitations to service_role;
grant select, insert, update, delete on public.member_invitations, private.member_invitation_tokens to product_door;
-- An owner may add an account by its id, also one that never agreed or has left: its address is not told, and it gets no mails
-- unless it chooses them.
alter table public.space_members add column has_agreed boolean not null default true;
create trigger mark_added_member before insert on public.space_members for each row execute function private.mark_added_member();
-- Handing over changes roles.
grant update (role) on public.space_members to product_door;
-- The addresses of members: who is one already, and which invitations end with a membership.
grant select (id, email) on auth.users to product_door;
-- A sign-up asks whether its address was invited (private.signup_invitation).
grant usage on schema private to auth_service;

alter publication supabase_realtime add table public.member_invitations;
