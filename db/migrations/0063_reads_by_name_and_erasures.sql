-- Visitors name a wall or a testimonial, and list none; members read those of their spaces. The grant
-- of `anon` stays for one version, as nodes of the version before count the testimonials of a wall by it; they count none.
create or replace view public.public_testimonials with (security_barrier = true) as
select s.*, (select i.item from private.shown_items i where i.space_id = s.space_id and i.testimonial_id = s.id) as item
from private.shown_testimonials s
where s.space_id = any ((select private.readable_spaces())::uuid[]);

-- A file of a public testimonial is read by its path, and not found by a list.
alter policy anyone_reads_public_photos on storage.objects
	using (bucket_id = 'photos' and (select private.asks_by_path()) and private.is_public_photo(name));
alter policy anyone_reads_public_recordings on storage.objects
	using (bucket_id = 'recordings' and (select private.asks_by_path()) and private.is_public_photo(name));

-- Deleted spaces and invitations of members are noted like other erased rows, by whatever way they go.
alter table plaudit.erasures drop constraint erasures_kind_check;
alter table plaudit.erasures add constraint erasures_kind_check check (
	kind in ('testimonial', 'person', 'invitation', 'import_row', 'address', 'account', 'space', 'member_invitation')) not valid;

-- The hashes of plaudit.erasures for as long as an old backup or a written mail may hold the rows. A node writes them into its DATA_DIR,
-- outside of the database, so that a start over an older database erases them again.
create table plaudit.erased_rows (
	row_hash text not null,
	kind text not null,
	space_id uuid,
	erased_at timestamptz not null default now(),
	-- When a node wrote it into its DATA_DIR.
	kept_at timestamptz,
	primary key (row_hash, kind)
);
create index erased_rows_to_keep on plaudit.erased_rows (erased_at) where kept_at is null;
create index erased_rows_address on plaudit.erased_rows (space_id) where kind = 'address';
create index erased_rows_age on plaudit.erased_rows (erased_at);
alter table plaudit.erased_rows enable row level security;
alter table plaudit.erased_rows force row level security;
create policy service_keeps_erasures on plaudit.erased_rows for all to service_role using (true) with check (true);
grant select, update (kept_at) on plaudit.erased_rows to service_role;
grant select, insert, delete on plaudit.erased_rows to product_door;

create trigger keep_erased after insert on plaudit.erasures referencing new table as noted
	for each statement execute function private.keep_erased();
create trigger note_erased after delete on auth.users for each row execute function private.note_erased();
create trigger note_emptied after update of deleted_at on auth.users for each row
	when (old.deleted_at is null and new.deleted_at is not null) execute function private.note_erased();
create trigger note_erased after delete on public.spaces for each row execute function private.note_erased();
create trigger note_erased after delete on public.member_invitations for each row execute function private.note_erased();

-- Keyed hashes of the addresses and words that were erased, so that they can be recognized when somebody brings them back.
create table private.erased (
	space_id uuid not null references public.spaces (id) on delete cascade,
	kind text not null check (kind in ('address', 'words')),
	hash bytea not null,
	erased_at timestamptz not null default now(),
	primary key (space_id, kind, hash)
);
-- The key of each space, so that likely addresses and words cannot be tried on a copy of the hashes.
create table private.erased_keys (
	space_id uuid primary key references public.spaces (id) on delete cascade,
	key bytea not null
);
alter table private.erased enable row level security;
alter table private.erased force row level security;
alter table private.erased_keys enable row level security;
alter table private.erased_keys force row level security;
grant select, insert, delete on private.erased, private.erased_keys to product_door;
