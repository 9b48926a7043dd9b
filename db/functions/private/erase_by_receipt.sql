-- Erases a testimonial and all its rows, and returns the versions of the objects whose bytes must be deleted.
create or replace function private.erase_by_receipt(token_hash bytea) returns table (version text)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
	t record;
	salt bytea := uuid_send(gen_random_uuid());
begin
	select x.space_id, x.id into t from private.receipts r join public.testimonials x on x.id = r.testimonial_id
	where r.testimonial_id = private.receipt_of($1) for update of x;
	if not found then
		return;
	end if;
	insert into private.tombstones (space_id, salt, id_hash)
	values (t.space_id, salt, sha256(salt || convert_to(t.id::text, 'UTF8')));
	update public.walls w set selection = jsonb_set(w.selection, '{ids}', (w.selection -> 'ids') - t.id::text)
	where w.space_id = t.space_id and w.selection -> 'ids' ? t.id::text;
	return query
		delete from storage.objects o
		where o.bucket_id in ('photos', 'recordings') and o.name collate "C" >= format('%s/%s/', t.space_id, t.id)
				and o.name collate "C" < format('%s/%s0', t.space_id, t.id)
			or o.bucket_id = 'recordings' and o.name in (select 'unsent/' || u.id from private.recording_uploads u
				where u.space_id = t.space_id and u.testimonial_id = t.id)
		returning o.version;
	delete from public.testimonials x where x.id = t.id;
	-- An empty row says that it was found, even without files.
	return query select null::text;
end
$$;

alter function private.erase_by_receipt(bytea) owner to product_door;
grant execute on function private.erase_by_receipt(bytea) to anon;
