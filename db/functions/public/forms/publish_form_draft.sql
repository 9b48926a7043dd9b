-- Publishes the draft of a form, all or nothing: writes its columns and questions, and removes the draft. What others published since the draft
-- was stored stays. False, and nothing changed, when the draft is not the version that the caller has seen, or both changed the same part.
-- It runs as the caller, under the policies of forms and drafts.
create or replace function public.publish_form_draft(form_id uuid, version int) returns boolean
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_column
declare
	f public.forms;
	d public.form_drafts;
	parts jsonb;
	change jsonb;
begin
	select * into f from public.forms x where x.id = publish_form_draft.form_id for update;
	select * into d from public.form_drafts x
	where x.space_id = f.space_id and x.form_id = f.id and x.version = publish_form_draft.version for update;
	if not found then
		return false;
	end if;
	parts := private.form_parts(f.space_id, f.id);
	select coalesce(jsonb_object_agg(m.key, m.value), '{}') into change
	from jsonb_each(d.mine) m where m.value is distinct from d.base -> m.key;
	if exists (
		select from jsonb_each(change) c
		where parts -> c.key is distinct from d.base -> c.key and parts -> c.key is distinct from c.value
	) then
		return false;
	end if;
	f := jsonb_populate_record(f, change);
	update public.forms x set title = f.title, intro = f.intro, accepts = f.accepts, rating = f.rating, title_rule = f.title_rule, max_seconds = f.max_seconds,
		consent_text = f.consent_text, consent_texts = f.consent_texts, prompts = f.prompts, reward_disclosure = f.reward_disclosure,
		thank_you = f.thank_you, closed_text = f.closed_text, author_fields = f.author_fields, look = f.look, locale = f.locale
	where x.space_id = d.space_id and x.id = d.form_id;
	if change ? 'questions' then
		delete from public.form_questions q
		where q.space_id = d.space_id and q.form_id = d.form_id
			and not exists (select from jsonb_array_elements(change -> 'questions') c where c ->> 'id' = q.id::text);
		insert into public.form_questions (id, space_id, form_id, position, kind, label, tip, options, most, low_label, high_label, required, is_public)
		select q.id, d.space_id, d.form_id, c.place - 1, q.kind, q.label, q.tip, q.options, q.most, q.low_label, q.high_label, q.required, q.is_public
		from jsonb_array_elements(change -> 'questions') with ordinality c (question, place)
		cross join jsonb_to_record(c.question) q (id uuid, kind text, label text, tip text, options jsonb, most smallint, low_label text,
			high_label text, required boolean, is_public boolean)
		on conflict (id) do update set position = excluded.position, kind = excluded.kind, label = excluded.label, tip = excluded.tip,
			options = excluded.options, most = excluded.most, low_label = excluded.low_label, high_label = excluded.high_label,
			required = excluded.required, is_public = excluded.is_public
		where form_questions.space_id = d.space_id and form_questions.form_id = d.form_id;
	end if;
	delete from public.form_drafts x where x.space_id = d.space_id and x.form_id = d.form_id;
	return true;
end
$$;

grant execute on function public.publish_form_draft(uuid, int) to authenticated, service_role;
