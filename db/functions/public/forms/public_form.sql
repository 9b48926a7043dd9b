-- A form as its page needs it, without the coupon code, which only senders get. `slug` may be a former one; the result has the current one. A closed form names the oldest published
-- wall of its space.
create or replace function public.public_form(slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object(
		'id', f.id, 'slug', f.slug, 'name', f.name, 'title', f.title, 'intro', f.intro, 'accepts', to_jsonb(f.accepts),
		'rating', f.rating, 'title_rule', f.title_rule, 'max_seconds', f.max_seconds, 'consent_text', f.consent_text, 'consent_texts', f.consent_texts, 'prompts', f.prompts,
		'reward_disclosure', f.reward_disclosure, 'thank_you', (f.thank_you - 'coupon_code' - 'coupon_label') || case
			when coalesce(f.thank_you ->> 'coupon_code', '') <> '' then '{"has_coupon": true}'::jsonb else '{}' end,
		'closed_text', f.closed_text, 'author_fields', f.author_fields, 'look', f.look, 'locale', f.locale, 'is_open', f.is_open,
		'updated_at', f.updated_at,
		'version', (select max(v.version) from public.form_versions v where v.space_id = f.space_id and v.form_id = f.id),
		'wall', case when not f.is_open then (
			select w.slug from public.walls w where w.space_id = f.space_id and w.is_published
			order by w.created_at, w.id limit 1) end,
		'space', jsonb_build_object('id', s.id, 'name', s.name, 'brand', s.brand, 'locale', s.locale),
		'questions', coalesce((
			select jsonb_agg(jsonb_build_object('id', q.id, 'position', q.position, 'kind', q.kind, 'label', q.label,
				'tip', q.tip, 'options', q.options, 'most', q.most, 'low_label', q.low_label, 'high_label', q.high_label, 'required', q.required, 'is_public', q.is_public) order by q.position, q.id)
			from public.form_questions q where q.space_id = f.space_id and q.form_id = f.id), '[]'))
		|| case when exists (select from public.customer_mails_off o where o.space_id = f.space_id and o.mail = 'received')
			then '{"no_mail": true}'::jsonb else '{}' end
	from private.form_slugs fs
	-- Null in the snapshot of a statement that began before the migration 0057 and ends after it.
	join public.forms f on f.space_id = coalesce(fs.space_id, f.space_id) and f.id = fs.form_id
	join public.spaces s on s.id = f.space_id
	where fs.slug = $1
$$;

grant execute on function public.public_form(text) to anon, authenticated, service_role;
