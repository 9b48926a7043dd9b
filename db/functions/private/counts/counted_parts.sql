-- The testimonials of a space by tag (part `t`), its consents by wording (part `c`, private.wording_key), or its invitations by state (part `i`,
-- private.invitation_state_key); a key may come in several rows.
create or replace function private.counted_parts(space uuid, wanted "char") returns table (key uuid, number bigint)
language sql stable rows 30 set search_path = '' as $$
	select c.key, c.number from private.part_counts c
	where c.space_id = space and c.part = wanted and not exists (select from private.uncounted_spaces u where u.space_id = space)
	union all
	select c.key, c.number from private.part_changes c
	where c.space_id = space and c.part = wanted and not exists (select from private.uncounted_spaces u where u.space_id = space)
	union all
	select t.tag_id, count(*) from public.testimonial_tags t
	where t.space_id = space and wanted = 't' and exists (select from private.uncounted_spaces u where u.space_id = space) group by 1
	union all
	select private.wording_key(c.wording_hash), count(*) from private.consents c
	where c.space_id = space and wanted = 'c' and c.scope <> 'private'
		and exists (select from private.uncounted_spaces u where u.space_id = space) group by 1
	union all
	select private.invitation_state_key(i.state), count(*) from public.invitations i
	where i.space_id = space and wanted = 'i' and exists (select from private.uncounted_spaces u where u.space_id = space) group by 1
$$;
