-- Verification bases that the server checks: personal links, confirmed addresses, signed order references, accounts at providers.

-- The key with which a space signs order references. The server derives it from this salt and the secret of the installation.
create table private.order_keys (
	space_id uuid primary key references public.spaces (id) on delete cascade,
	salt uuid not null default gen_random_uuid(),
	made_by uuid references public.profiles (id) on delete set null,
	made_at timestamptz not null default now()
);
create index order_keys_made_by on private.order_keys (made_by);
alter table private.order_keys enable row level security;
alter table private.order_keys force row level security;
grant select, insert, update on private.order_keys to product_door;

-- An order proves one testimonial, also when two arrive at once.
create unique index verifications_order on public.verifications (space_id, evidence) where basis = 'order' and evidence <> '';

-- The provider at which the submitter signed in, in words, and the id of the statement about it, which proves one testimonial.
alter table public.verifications
	add column provider text check (length(provider) <= 60),
	add column statement_id uuid;
create unique index verifications_statement on public.verifications (statement_id) where statement_id is not null;

-- Programs with the service key read bases; private.add_verification writes them for the server.
revoke insert, update, delete on public.verifications from service_role;

-- Its parameters changed. A new database never had the former ones.
drop function if exists private.submit_testimonial(uuid, timestamptz, uuid, bytea, uuid, bytea, text, text, smallint, text, text, text, text,
	text, text, text, text, jsonb, jsonb, text, bigint, bytea, int, bytea);
