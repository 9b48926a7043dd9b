-- Proofs of work and waiting tickets that submissions have used, until they expire. A crash may empty it: a proof is good for minutes.
create unlogged table private.spent_proofs (
	space_id uuid not null references public.spaces (id) on delete cascade,
	-- A hash of the signed challenge or ticket.
	id bytea not null,
	expires_at timestamptz not null,
	primary key (space_id, id)
) with (fillfactor = 70);
create index spent_proofs_expires_at on private.spent_proofs (expires_at);
alter table private.spent_proofs enable row level security;
alter table private.spent_proofs force row level security;
grant select, insert, delete on private.spent_proofs to product_door;
