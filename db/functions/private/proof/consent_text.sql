-- A consent, as entries of the history commit to it.
create or replace function private.consent_text(scope text, wording text) returns text language sql stable parallel safe as $$
	select jsonb_build_object('scope', scope, 'wording', wording)::text
$$;
