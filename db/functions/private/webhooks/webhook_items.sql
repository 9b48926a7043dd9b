-- Testimonials as a webhook is told of them: as the public sees them, else their present words, with their state; without rows for those that are
-- withdrawn or erased. Files have addresses only while they are public, and a name is given only with a consent to show it.
create or replace function private.webhook_items(space uuid, testimonials uuid[]) returns table (id uuid, item jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
#variable_conflict use_variable
begin
	return query
	select t.id, private.wall_item(x.shown)::jsonb || jsonb_build_object('status', t.status, 'spam_state', t.spam_state, 'is_public', t.is_public,
		'consent', t.live_scope, 'form_id', t.form_id, 'version', t.version, 'approved_at', t.approved_at,
		'tags', (select coalesce(jsonb_agg(g.name order by g.name), '[]') from public.testimonial_tags x
			join public.tags g on g.space_id = x.space_id and g.id = x.tag_id where x.space_id = t.space_id and x.testimonial_id = t.id))
	from public.testimonials t
	cross join lateral (select coalesce(
		(select s from private.shown_testimonials s where s.space_id = t.space_id and s.id = t.id),
		jsonb_populate_record(null::private.shown_testimonials, jsonb_build_object('id', t.id, 'space_id', t.space_id, 'kind', t.kind,
			'body', t.body, 'is_excerpt', false, 'rating', t.rating, 'locale', t.locale, 'source', t.source, 'source_url', t.source_url,
			'is_pinned', t.is_pinned, 'reward_disclosure', t.reward_disclosure, 'submitted_at', t.submitted_at,
			'title', case when t.shows_title then t.title end,
			'author_name', case when t.live_scope = 'public' then t.author_name end,
			'author_title', case when t.live_scope = 'public' then t.author_title end,
			'author_company', case when t.live_scope = 'public' then t.author_company end,
			'author_url', case when t.live_scope = 'public' then t.author_url end,
			'basis', (select v.basis from public.verifications v where v.space_id = t.space_id and v.testimonial_id = t.id
				order by array_position(array['order', 'provider', 'email', 'invited', 'imported', 'vouched'], v.basis) limit 1),
			'reply', (select r.body from public.replies r where r.space_id = t.space_id and r.testimonial_id = t.id),
			'media', (select jsonb_agg(jsonb_build_object('kind', m.kind, 'width', m.width, 'height', m.height, 'seconds', m.seconds,
					'quote', m.quote) order by m.created_at, m.id)
				from public.media m where m.space_id = t.space_id and m.testimonial_id = t.id and m.replaces is null),
			'answers', (select jsonb_agg(jsonb_build_object('label', a.label, 'value', a.value) order by a.position)
				from public.testimonial_answers a where a.space_id = t.space_id and a.testimonial_id = t.id and a.is_public)))) as shown offset 0) x
	where t.space_id = space and t.id = any (testimonials) and t.withdrawn_at is null;
end
$$;
