-- Erases testimonials of a space with everything that belongs to them, and returns the versions of the objects whose bytes must be
-- deleted. What stays is a tombstone for each, which recognizes its id in an old archive, and a hash of its id until that is noted beside the backups.
create or replace function private.erase_testimonials(space uuid, testimonials uuid[], out erased int, out versions text[])
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
	ids uuid[];
begin
	-- Locked in one order: two erasures of the same rows must not wait for each other.
	select array_agg(locked.id) into ids from (
		select x.id from public.testimonials x where x.space_id = space and x.id = any (testimonials) order by x.id for update
	) locked;
	erased := coalesce(cardinality(ids), 0);
	if erased = 0 then
		return;
	end if;
	insert into private.tombstones (space_id, salt, id_hash)
	select space, s.salt, sha256(s.salt || convert_to(s.id::text, 'UTF8'))
	from (select id, uuid_send(gen_random_uuid()) as salt from unnest(ids) id offset 0) s;
	insert into plaudit.erasures (kind, space_id, row_hash) select 'testimonial', space, private.row_hash(id::text) from unnest(ids) id;
	update public.walls w set selection = jsonb_set(w.selection, '{ids}', (w.selection -> 'ids') - ids::text[])
	where w.space_id = space and w.selection -> 'ids' ?| ids::text[];
	with deleted as (
		delete from storage.objects o using unnest(ids) testimonial
		where o.bucket_id in ('photos', 'recordings') and o.name collate "C" >= format('%s/%s/', space, testimonial)
			and o.name collate "C" < format('%s/%s0', space, testimonial)
		returning o.version
	), unsent as (
		delete from storage.objects o using private.recording_uploads u
		where u.space_id = space and u.testimonial_id = any (ids) and o.bucket_id = 'recordings' and o.name = 'unsent/' || u.id
		returning o.version
	)
	select array_agg(gone.version) into versions from (table deleted union all table unsent) gone;
	-- The reason of a failed mail may name the address.
	delete from plaudit.jobs j where j.kind in ('receipt_mail', 'published_mail') and j.payload ->> 'testimonial_id' = any (ids::text[])
		or j.kind = 'proposal_mail' and j.payload ->> 'proposal_id' in (
			select p.id::text from public.proposals p where p.space_id = space and p.testimonial_id = any (ids));
	-- A row of an import must stay, as one that goes on after a stop would add it again; a duplicate repeats the same words.
	update public.import_rows r set outcome = case when r.outcome in ('added', 'reply') then 'undone' else r.outcome end,
		testimonial_id = null, cells = null, links = null
	where r.space_id = space and r.testimonial_id = any (ids);
	delete from private.notification_items i where i.space_id = space and i.testimonial_id = any (ids);
	delete from public.testimonials x where x.space_id = space and x.id = any (ids);
end
$$;
