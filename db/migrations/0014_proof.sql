-- What the history of a testimonial proves: salted commitments, a log of all entries, and signed checkpoints (docs/decisions/0028-proof.md).

alter table public.testimonial_events
	-- 1: private.event_hash, until 0.1; 2: private.entry_text.
	add column format smallint not null default 1 check (format in (1, 2)),
	-- The salts of an entry's commitments are derived from it. Deleted with the entry, it leaves hashes that tell nothing.
	add column secret bytea,
	-- Commitments to the words or the consent, and to the author.
	add column content bytea,
	add column author bytea,
	-- The number in private.proof_log; null until it is sealed.
	add column log_number bigint,
	add check (format = 1 or octet_length(secret) = 32);
create index testimonial_events_unsealed on public.testimonial_events (at) where log_number is null;
grant update (log_number) on public.testimonial_events to product_door;

-- Replaced by one that takes what an entry commits to.
drop function if exists private.add_event(uuid, uuid, text, text, jsonb);

-- Every entry of every history, as the leaf of a Merkle tree (RFC 9162). It names nothing and is never deleted.
create table private.proof_log (
	number bigint primary key,
	leaf bytea not null check (octet_length(leaf) = 32)
);

-- The public keys that signed checkpoints.
create table private.proof_keys (
	-- The SHA-256 of the key in DER, in hexadecimal.
	id text primary key check (id ~ '^[0-9a-f]{64}$'),
	public_key text not null,
	first_used_at timestamptz not null default now()
);

-- Each seals a batch of the log and the checkpoint before it.
create table private.checkpoints (
	number bigint primary key,
	made_at timestamptz not null,
	first_entry bigint not null,
	last_entry bigint not null unique,
	root bytea not null check (octet_length(root) = 32),
	-- The SHA-256 of the text of the checkpoint before.
	previous bytea check (octet_length(previous) = 32),
	-- What is signed.
	text text not null,
	key_id text not null references private.proof_keys (id) on delete restrict,
	signature bytea not null,
	check (last_entry >= first_entry)
);

do $$
declare
	name text;
begin
	foreach name in array array['proof_log', 'proof_keys', 'checkpoints'] loop
		execute format('alter table private.%I enable row level security', name);
		execute format('alter table private.%I force row level security', name);
		execute format('grant select, insert on private.%I to product_door', name);
	end loop;
end
$$;
