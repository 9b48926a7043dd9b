-- Remembers addresses, and the words of testimonials in all versions, as keyed hashes before they are erased.
create or replace function private.remember_erased(space uuid, testimonials uuid[], addresses text[]) returns void
language sql volatile set search_path = '' as $$
	insert into private.erased_keys (space_id, key) values (space, private.new_secret()) on conflict do nothing;
	insert into private.erased (space_id, kind, hash)
	select distinct space, x.kind, private.erased_hash(space, x.kind, x.value) from (
		select 'address', a from unnest(addresses) a
		union all
		select 'words', t.body from public.testimonials t where t.space_id = space and t.id = any (testimonials) and t.body <> ''
		union all
		select 'words', v.body from public.testimonial_versions v where v.space_id = space and v.testimonial_id = any (testimonials) and v.body <> ''
	) x (kind, value)
	on conflict do nothing
$$;
