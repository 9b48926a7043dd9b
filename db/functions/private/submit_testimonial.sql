-- Stores a submission: words, contact, answers, files, consent, receipt and idempotency key, all or nothing.
-- `definition` is the date of the form that the submission was checked against; `files` are {id, role, path, version, mime, bytes,
-- width, height} with role `photo` or `avatar`, and the recording (private.attach_recording) with role `recording`; a null `most_per_hour` lifts the limit of the address in this space, a null `mail_address` that of mails.
-- `invitation` is the hash of the personal link's token, `order_reference` an order whose signature the server checked.
-- `account` is a statement of a provider that the server checked: {statement, provider, evidence}.
-- `shown` is the version of the form that the page of the submission showed, when it is not the present one: answers keep its labels.
-- It has a default for nodes of the version before it, which do not know it, and so has `title`.
-- Outcomes: sent, replayed, other_body, form_not_found, outdated, upload_missing, rate_limited.
create or replace function private.submit_testimonial(
	form uuid, definition timestamptz, key uuid, fingerprint bytea, testimonial uuid, token_hash bytea,
	kind text, body text, rating smallint, author_name text, author_title text, author_company text, author_url text,
	email text, locale text, scope text, wording text, answers jsonb, files jsonb,
	spam_state text, words_mark bigint, address bytea, most_per_hour int, mail_address bytea,
	invitation bytea, order_reference text, account jsonb, shown int default null, title text default null,
	out outcome text, out id uuid
)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	f record;
	earlier record;
	moment timestamptz := clock_timestamp();
	agreed jsonb;
	first_secret bytea := private.new_secret();
	second_secret bytea := private.new_secret();
	said bytea;
	author bytea;
	consented bytea;
	first_hash bytea;
	avatar text;
	recording jsonb;
	seen jsonb;
begin
	if files is not null then
		select x ->> 'path' into avatar from jsonb_array_elements(files) x where x ->> 'role' = 'avatar';
		select x into recording from jsonb_array_elements(files) x where x ->> 'role' = 'recording';
	end if;

	select x.space_id, x.is_open, x.updated_at, x.reward_disclosure, x.auto_approve into f from public.forms x where x.id = form;
	insert into private.receipts (space_id, testimonial_id, token_hash, form_id, send_key, fingerprint, words_mark)
	values (f.space_id, testimonial, token_hash, form, key, fingerprint, words_mark)
	on conflict (form_id, send_key) where send_key is not null do nothing;
	if not found then
		select r.testimonial_id, r.fingerprint into earlier from private.receipts r where r.form_id = form and r.send_key = key;
		outcome := case when earlier.fingerprint = fingerprint then 'replayed' else 'other_body' end;
		id := earlier.testimonial_id;
		return;
	end if;

	outcome := case
		when f.space_id is null or not f.is_open then 'form_not_found'
		when f.updated_at <> definition then 'outdated'
		when recording is not null and not private.lock_upload(form, (recording ->> 'id')::uuid, kind) then 'upload_missing'
		when most_per_hour is not null and not private.take_address_budget(uuid_send(f.space_id) || address, most_per_hour) then 'rate_limited'
	end;
	if outcome is not null then
		delete from private.receipts r where r.testimonial_id = testimonial;
		return;
	end if;

	if shown is not null then
		select v.parts into seen from public.form_versions v
		where v.space_id = f.space_id and v.form_id = form and v.version >= shown order by v.version limit 1;
	end if;

	if spam_state = 'clean' and words_mark is not null and exists (
		select from private.receipts r
		where r.form_id = form and r.words_mark = words_mark and r.sent_at > now() - interval '1 day'
			and r.testimonial_id <> testimonial
	) then
		spam_state := 'suspect';
	end if;

	perform set_config('plaudit.first_events', 'written', true);
	insert into public.testimonials (id, space_id, form_id, kind, title, body, rating, author_name, author_title, author_company,
		author_url, author_avatar_path, locale, source, spam_state, reward_disclosure, live_scope, media_ready)
	values (testimonial, f.space_id, form, kind, title, body, rating, author_name, author_title, author_company, author_url,
		avatar, locale, 'form', spam_state, coalesce(nullif(seen ->> 'reward_disclosure', ''), f.reward_disclosure), scope, kind = 'text');
	insert into private.consents (space_id, testimonial_id, scope, wording_hash, locale)
	values (f.space_id, testimonial, scope, private.share_wording(f.space_id, wording), locale);
	said := private.commitment(first_secret, 'words', private.words_text(body, rating, title));
	author := private.commitment(first_secret, 'author', private.author_text(author_name, author_title, author_company, author_url));
	first_hash := private.hash_text(private.entry_text(null, testimonial, 1, 'submitted', 'submitter', moment, said, author, '{}', first_secret));
	agreed := jsonb_build_object('scope', scope);
	consented := private.commitment(second_secret, 'consent', private.consent_text(scope, wording));
	insert into public.testimonial_events (space_id, testimonial_id, seq, kind, actor, at, detail, previous_hash, hash, format, secret, content, author)
	values
		(f.space_id, testimonial, 1, 'submitted', 'submitter', moment, '{}', null, first_hash, 2, first_secret, said, author),
		(f.space_id, testimonial, 2, 'consented', 'submitter', moment, agreed, first_hash, private.hash_text(private.entry_text(
			first_hash, testimonial, 2, 'consented', 'submitter', moment, consented, null, agreed, second_secret)), 2, second_secret, consented, null);
	if email is not null then
		insert into public.testimonial_contacts (space_id, testimonial_id, email) values (f.space_id, testimonial, email);
		-- At most three of these mails an hour to one address, from all spaces: forms of others cannot flood it.
		if spam_state = 'clean' and (mail_address is null or private.take_address_budget(mail_address, 3)) then
			insert into plaudit.jobs (kind, payload) values ('receipt_mail', jsonb_build_object('testimonial_id', testimonial));
		end if;
	end if;
	if answers is not null then
		insert into public.testimonial_answers (space_id, testimonial_id, question_id, kind, label, value, is_public, position)
		-- An answer is published only when the page said so, and the question still does.
		select f.space_id, testimonial, q.id, coalesce(s.question ->> 'kind', q.kind), coalesce(s.question ->> 'label', q.label), a.value,
			coalesce((s.question ->> 'is_public')::boolean, true) and coalesce(q.is_public, true), coalesce(s.place::int - 1, q.position)
		from jsonb_to_recordset(answers) a (question_id uuid, value text)
		left join public.form_questions q on q.id = a.question_id and q.form_id = form
		left join jsonb_array_elements(seen -> 'questions') with ordinality s (question, place) on s.question ->> 'id' = a.question_id::text
		where coalesce(q.id::text, s.question ->> 'id') is not null;
	end if;
	if files is not null then
		perform private.attach_files(f.space_id, testimonial, files);
	end if;
	if recording is not null then
		perform private.attach_recording(f.space_id, testimonial, recording);
	end if;
	insert into private.unindexed_testimonials (space_id, testimonial_id) values (f.space_id, testimonial);
	if spam_state <> 'spam' then
		insert into private.notification_events (space_id, testimonial_id, kind) values (f.space_id, testimonial, 'new');
	end if;
	if invitation is not null then
		perform private.answer_invitation(invitation, form, testimonial, email);
	end if;
	if order_reference is not null then
		perform private.add_verification(f.space_id, testimonial, 'order', order_reference);
	end if;
	if account is not null then
		perform private.add_verification(f.space_id, testimonial, 'provider', account ->> 'evidence', account ->> 'provider',
			(account ->> 'statement')::uuid);
	end if;
	if cardinality(f.auto_approve) > 0 then
		perform private.approve_verified(f.space_id, testimonial);
	end if;
	outcome := 'sent';
	id := testimonial;
end
$$;

alter function private.submit_testimonial(uuid, timestamptz, uuid, bytea, uuid, bytea, text, text, smallint, text, text, text, text, text, text, text, text, jsonb, jsonb, text, bigint, bytea, int, bytea, bytea, text, jsonb, int, text) owner to product_door;
grant execute on function private.submit_testimonial(uuid, timestamptz, uuid, bytea, uuid, bytea, text, text, smallint, text, text, text, text, text, text, text, text, jsonb, jsonb, text, bigint, bytea, int, bytea, bytea, text, jsonb, int, text)
	to anon;
