-- The names of written mails that are about an erased row, or were written to an address before a space erased its person: objects
-- with name, about (ids of rows), recipient and written_at. A mail of a version before names no row.
create or replace function private.erased_mails(mails jsonb) returns table (name text)
language sql stable security definer set search_path = '' as $$
	select m.name from jsonb_to_recordset(mails) m (name text, about uuid[], recipient text, written_at timestamptz)
	where exists (select from unnest(m.about) id join plaudit.erased_rows e on e.row_hash = private.row_hash(id::text))
		or exists (select from plaudit.erased_rows e
			where e.kind = 'address' and (cardinality(m.about) = 0 or e.space_id = any (m.about)) and e.erased_at >= m.written_at
				and e.row_hash = encode(private.address_hash(e.space_id,
					coalesce(private.normalize_address(m.recipient), lower(m.recipient))), 'hex'))
$$;

grant execute on function private.erased_mails(jsonb) to service_role;
