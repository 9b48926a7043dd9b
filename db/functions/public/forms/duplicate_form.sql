-- Copies a form with its questions and settings, and answers the id of the copy. It runs as the caller, under the policies of forms. The copy
-- is closed, so that nothing arrives before a member has looked at it.
create or replace function public.duplicate_form(form_id uuid) returns uuid
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_column
declare
	f public.forms;
	copy uuid := gen_random_uuid();
	base text;
begin
	select * into f from public.forms where id = duplicate_form.form_id;
	if not found then
		raise exception using errcode = 'PT404', message = 'There is no such form.';
	end if;
	-- A slug has at most 63 characters.
	base := rtrim(left(f.slug, 54), '-') || '-copy';
	insert into public.forms (id, space_id, slug, name, title, intro, accepts, rating, title_rule, max_seconds, consent_text, reward_disclosure, thank_you,
		closed_text, author_fields, prompts, consent_texts, look, locale, auto_approve, is_open)
	values (copy, f.space_id,
		coalesce((
			select tried.slug from (select base || case when n > 1 then '-' || n else '' end as slug, n from generate_series(1, 999) n) tried
			where public.slug_available(tried.slug) order by tried.n limit 1), base),
		left(regexp_replace(f.name, ' \(copy\)$', ''), 113) || ' (copy)',
		f.title, f.intro, f.accepts, f.rating, f.title_rule, f.max_seconds, f.consent_text, f.reward_disclosure, f.thank_you,
		f.closed_text, f.author_fields, f.prompts, f.consent_texts, f.look, f.locale, f.auto_approve, false);
	insert into public.form_questions (space_id, form_id, position, kind, label, tip, options, most, low_label, high_label, required, is_public)
	select q.space_id, copy, q.position, q.kind, q.label, q.tip, q.options, q.most, q.low_label, q.high_label, q.required, q.is_public
	from public.form_questions q where q.space_id = f.space_id and q.form_id = f.id;
	return copy;
end
$$;

grant execute on function public.duplicate_form(uuid) to authenticated, service_role;
