-- Remembers addresses, and the words and ids of testimonials in all versions, as keyed hashes before they are erased. The hashes and their
-- key are noted for backups too: a restore brings neither back from before.
create or replace function private.remember_erased(space uuid, testimonials uuid[], addresses text[]) returns void
language sql volatile set search_path = '' as $$
	insert into private.erased_keys (space_id, key) values (space, private.new_secret()) on conflict do nothing;
	with kept as (
		insert into private.erased (space_id, kind, hash)
		select distinct space, x.kind, private.erased_hash(space, x.kind, x.value) from (
			select 'address', a from unnest(addresses) a
			union all
			select 'words', private.erased_words(t.body, t.author_name) from public.testimonials t
			where t.space_id = space and t.id = any (testimonials) and t.body <> ''
			union all
			select 'words', private.erased_words(v.body, v.author_name) from public.testimonial_versions v
			where v.space_id = space and v.testimonial_id = any (testimonials) and v.body <> ''
			union all
			select 'source', private.source_key(i.source, i.source_id) from private.import_ids i
			where i.space_id = space and i.testimonial_id = any (testimonials)
			union all
			select 'source', private.source_key('plaudit', t::text) from unnest(testimonials) t
		) x (kind, value)
		on conflict do nothing
		returning kind, hash
	), noted as (
		select 'erased_' || k.kind as kind, encode(k.hash, 'hex') as hash from kept k
		union all
		select 'erased_key', encode(k.key, 'hex') from private.erased_keys k where k.space_id = space and exists (select from kept)
	)
	insert into plaudit.erasures (kind, space_id, row_hash) select n.kind, space, n.hash from noted n
$$;
