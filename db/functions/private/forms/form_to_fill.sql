-- A form as a submission is checked against it: the public definition, and the consent texts and kinds of the last week.
create or replace function private.form_to_fill(slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
	select d.form || jsonb_build_object('former_consent_texts', coalesce((
		select jsonb_agg(jsonb_build_object('locale', c.locale, 'wording', c.wording, 'replaced_at', c.replaced_at) order by c.replaced_at) from private.former_consent_texts c
		-- Null as in public.public_form.
		where (c.space_id = (d.form #>> '{space,id}')::uuid or c.space_id is null) and c.form_id = (d.form ->> 'id')::uuid and c.replaced_at > now() - interval '7 days'), '[]'),
		'former_accepts', coalesce((
			select jsonb_agg(distinct kind) from public.form_versions v
			cross join jsonb_array_elements_text(v.parts -> 'accepts') kind
			where v.space_id = (d.form #>> '{space,id}')::uuid and v.form_id = (d.form ->> 'id')::uuid and exists (
				select from public.form_versions n
				where n.space_id = v.space_id and n.form_id = v.form_id and n.version = v.version + 1
					and n.published_at > now() - interval '7 days')), '[]'))
	from (select public.public_form($1) as form) d
	where d.form is not null
$$;

grant execute on function private.form_to_fill(text) to anon;
