-- Testimonials that name an address of a person in their words, answers or evidence without being known as theirs, for an owner to look
-- at: at most twenty. Only texts with an address are read, which indexes know (db/indexes/*_addresses.sql).
create or replace function private.person_mentions(space uuid, addresses text[], known uuid[]) returns jsonb
language sql stable set search_path = '' set enable_seqscan = off as $$
	with texts as (
		select x.id, concat_ws(' ', x.title, x.body) as said from public.testimonials x
		where x.space_id = $1 and (x.body like '%@%' or x.title like '%@%')
		union all
		select v.testimonial_id, concat_ws(' ', v.title, v.body) from public.testimonial_versions v
		where v.space_id = $1 and (v.body like '%@%' or v.title like '%@%')
		union all
		select a.testimonial_id, a.value from public.testimonial_answers a where a.space_id = $1 and a.value like '%@%'
		union all
		select v.testimonial_id, v.evidence from public.verifications v where v.space_id = $1 and v.evidence ~ '[^…]@'
		union all
		select c.testimonial_id, c.transcript from public.captions c where c.space_id = $1 and c.transcript like '%@%'
	)
	select coalesce(jsonb_agg(to_jsonb(one)), '[]') from (
		select t.id, t.author_name, left(t.body, 200) as body, t.locale, t.submitted_at
		from public.testimonials t
		where t.space_id = $1 and not t.id = any ($3) and t.id = any (array(
			select x.id from texts x where exists (select from unnest($2) address where strpos(lower(x.said), address) > 0)))
		order by t.submitted_at desc, t.id limit 20) one
$$;
