-- The address that a mail, a provider or the command line proved for an account. auth.users.email_proven is wider: an administrator and
-- the invitation of a member set it, too. A row of another address than the account's present one proves nothing.
create table auth.email_proofs (
	user_id uuid primary key references auth.users on delete cascade,
	email text not null,
	source text not null check (source in ('mail', 'provider', 'command', 'setup_link', 'this_machine', 'earlier')),
	proven_at timestamptz not null default now()
);
-- Until now only a mail, a provider, the command line and the service key proved an address, but never a sign-up without mail. A company's
-- sign-on is left out: it vouched for any address.
insert into auth.email_proofs (user_id, email, source)
select id, email, 'earlier' from auth.users
where email_proven and email_confirmed_at is not null and email is not null and not is_sso_user;

-- Links and codes that were sent. One that an administrator generated shows nothing about its address.
alter table auth.one_time_tokens add column is_mailed boolean not null default false;

-- The operators of a server without the setting OPERATORS.
create table auth.operators (
	user_id uuid primary key references auth.users on delete cascade,
	source text not null check (source in ('setup_link', 'this_machine')),
	since timestamptz not null default now()
);

-- One row: whether a sign-up from the server's own machine becomes the operator, and the keyed hash of the setup link.
create table auth.operator_setup (
	is_only boolean primary key default true check (is_only),
	is_open boolean not null,
	link_hash bytea,
	link_made_at timestamptz
);
insert into auth.operator_setup (is_open) select not exists (select from auth.users);

do $$
declare
	name text;
begin
	foreach name in array array['email_proofs', 'operators', 'operator_setup'] loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('create policy auth_service_works on auth.%I for all to auth_service using (true) with check (true)', name);
	end loop;
end
$$;
grant select, insert, update, delete on auth.email_proofs to auth_service;
grant select, insert, delete on auth.operators to auth_service;
grant select, update on auth.operator_setup to auth_service;
