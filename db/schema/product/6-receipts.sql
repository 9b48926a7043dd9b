-- Receipts of submissions (private links, idempotency keys), what is left of erased testimonials, and hourly limits.

-- One for each testimonial that came through a form.
create table private.receipts (
	testimonial_id uuid primary key references public.testimonials (id) on delete cascade deferrable initially deferred,
	-- The hash of the token in the private link.
	token_hash bytea not null unique,
	form_id uuid not null,
	-- The Idempotency-Key; cleared after a week.
	send_key uuid,
	-- The hash of the request, to detect the same key with another body.
	fingerprint bytea not null,
	-- A hash of the words alone, to detect the same text again.
	words_mark bigint,
	sent_at timestamptz not null default now()
);
create unique index receipts_send_key on private.receipts (form_id, send_key) where send_key is not null;
create index receipts_words on private.receipts (form_id, words_mark, sent_at desc);
create index receipts_sent_at on private.receipts using brin (sent_at);

-- Enough to recognize the id of an erased testimonial when an old backup is restored, and nothing else.
create table private.tombstones (
	space_id uuid not null,
	salt bytea not null,
	-- sha256(salt || the id as text)
	id_hash bytea not null,
	erased_at timestamptz not null default now(),
	primary key (space_id, id_hash)
);

-- Hourly limits by a keyed hash, mostly of a network address, that changes daily. A crash may empty them.
create unlogged table private.address_budgets (
	address bytea not null,
	hour timestamptz not null,
	used int not null,
	primary key (address, hour)
) with (fillfactor = 70);
create index address_budgets_hour on private.address_budgets (hour);

alter table private.receipts enable row level security;
alter table private.receipts force row level security;
alter table private.tombstones enable row level security;
alter table private.tombstones force row level security;
alter table private.address_budgets enable row level security;
alter table private.address_budgets force row level security;
grant select, insert, update, delete on private.receipts, private.address_budgets to product_door;
grant select, insert on private.tombstones to product_door;
