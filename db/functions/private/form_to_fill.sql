-- A form as a submission is checked against it: the public definition and the consent texts of the last week.
create or replace function private.form_to_fill(slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
	select d.form || jsonb_build_object('former_consent_texts', coalesce((
		select jsonb_agg(jsonb_build_object('locale', c.locale, 'wording', c.wording, 'replaced_at', c.replaced_at) order by c.replaced_at) from private.former_consent_texts c
		where c.form_id = (d.form ->> 'id')::uuid and c.replaced_at > now() - interval '7 days'), '[]'))
	from (select public.public_form($1) as form) d
	where d.form is not null
$$;

alter function private.form_to_fill(text) owner to product_door;
grant execute on function private.form_to_fill(text) to anon;
