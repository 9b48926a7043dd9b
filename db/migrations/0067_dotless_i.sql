-- Spaces whose search words may still have the dotless ı, which new words have as i. A job writes them by their ids, and deletes each space
-- that is done (private.undot_piece).
create table private.dotless_spaces (
	space_id uuid primary key references public.spaces (id) on delete cascade,
	undotted_to uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into private.dotless_spaces (space_id) select id from public.spaces;
alter table private.dotless_spaces enable row level security;
alter table private.dotless_spaces force row level security;
grant select, insert, update, delete on private.dotless_spaces to product_door;
