-- Several pictures of one kind for a testimonial, and pictures that are tried again later. The table holds only those that are still to be
-- fetched, so its new key and index take no time; a former function that deletes by testimonial and role finds none with a further `seq`.
alter table private.import_pictures
	-- Position among the pictures of the row.
	add column seq smallint not null default 0,
	-- Times that it was asked for in vain.
	add column attempts smallint not null default 0,
	add column not_before timestamptz not null default '-infinity',
	drop constraint import_pictures_pkey,
	add primary key (space_id, import_id, testimonial_id, role, seq);
create index import_pictures_due on private.import_pictures (space_id, import_id, not_before, testimonial_id, role, seq);
drop function if exists private.store_import_picture(uuid, uuid, uuid, text, jsonb, text);
