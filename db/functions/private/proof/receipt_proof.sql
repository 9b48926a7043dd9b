-- Reads the parts of a receipt by the key of a private link (private.find_receipt); null for another one.
create or replace function private.receipt_proof(token_hash bytea) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
	return (
		select jsonb_build_object('testimonial', t.id, 'space', s.name, 'entries', p.entries,
			'checkpoints', private.proof_checkpoints(array(select (e ->> 'entry')::bigint from jsonb_array_elements(p.entries) e where e ->> 'entry' is not null), true))
		from private.find_receipt($1) r
		join public.testimonials t on t.space_id = r.space_id and t.id = r.testimonial_id
		join public.spaces s on s.id = t.space_id
		cross join lateral (select private.proof_entries(t.space_id, t.id) as entries) p
	);
end
$$;

grant execute on function private.receipt_proof(bytea) to anon;
