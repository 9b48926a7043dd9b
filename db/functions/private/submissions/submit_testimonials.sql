-- Stores submissions: words, contact, answers, files, consent, receipt and idempotency key, each all or nothing. Several in one call are checked in
-- their order, as if each came alone, and their rows are written together, which is a third of the cost. An error stores none of them.
-- `submissions` are those fields of private.submission that stand before `space_id`; `place` is returned with the outcome.
-- `definition` is the date of the form that the submission was checked against; `files` are {id, role, path, version, mime, bytes,
-- width, height} with role `photo` or `avatar`, and the recording (private.attach_recording) with role `recording`; a null `most_per_hour` lifts the limit of the address in this space, a null `mail_address` that of mails.
-- `invitation` is the hash of the personal link's token, `order_reference` an order whose signature the server checked.
-- `account` is a statement of a provider that the server checked: {statement, provider, evidence}.
-- `shown` is the version of the form that the page of the submission showed, when it is not the present one: answers keep its labels.
-- Outcomes: sent, replayed, other_body, form_not_found, outdated, upload_missing, rate_limited.
create or replace function private.submit_testimonials(submissions jsonb) returns table (place int, outcome text, id uuid)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	sent private.submission[] := array(select q from jsonb_populate_recordset(null::private.submission, submissions) q order by q.place);
	stored private.submission[] := '{}';
	s private.submission;
	f record;
	form uuid;
	wording text;
	wording_hash bytea;
	-- Recordings of this call: their uploads are marked as used when all of it is written.
	recordings uuid[] := '{}';
	upload uuid;
	earlier record;
	has_more boolean := false;
begin
	-- The triggers that work for each row leave to this function what it does for all of them.
	perform set_config('plaudit.first_events', 'written', true), set_config('plaudit.submitting', 'on', true);
	foreach s in array sent loop
		place := s.place;
		outcome := null;
		if form is distinct from s.form then
			select x.space_id, x.is_open, x.updated_at, x.reward_disclosure, cardinality(x.auto_approve) > 0 as is_checked into f
			from public.forms x where x.id = s.form;
			form := s.form;
			wording := null;
		end if;
		insert into private.receipts (space_id, testimonial_id, token_hash, form_id, send_key, fingerprint, words_mark)
		values (f.space_id, s.testimonial, s.token_hash, s.form, s.key, s.fingerprint, s.words_mark)
		on conflict (form_id, send_key) where send_key is not null do nothing;
		if not found then
			select r.testimonial_id, r.fingerprint into earlier from private.receipts r where r.form_id = s.form and r.send_key = s.key;
			outcome := case when earlier.fingerprint = s.fingerprint then 'replayed' else 'other_body' end;
			id := earlier.testimonial_id;
			return next;
			continue;
		end if;

		s.recording := null;
		s.avatar := null;
		if s.files is not null then
			select x ->> 'path' into s.avatar from jsonb_array_elements(s.files) x where x ->> 'role' = 'avatar';
			select x into s.recording from jsonb_array_elements(s.files) x where x ->> 'role' = 'recording';
		end if;
		upload := (s.recording ->> 'id')::uuid;
		outcome := case
			when f.space_id is null or not f.is_open then 'form_not_found'
			when f.updated_at <> s.definition then 'outdated'
			when s.recording is not null and (upload = any (recordings) or not private.lock_upload(s.form, upload, s.kind)) then 'upload_missing'
			when s.most_per_hour is not null and not private.take_address_budget(uuid_send(f.space_id) || s.address, s.most_per_hour) then 'rate_limited'
		end;
		if outcome is not null then
			delete from private.receipts r where r.testimonial_id = s.testimonial;
			id := null;
			return next;
			continue;
		end if;

		if upload is not null then
			recordings := recordings || upload;
		end if;
		s.space_id := f.space_id;
		s.is_checked := f.is_checked;
		s.seen := null;
		if s.shown is not null then
			select v.parts into s.seen from public.form_versions v
			where v.space_id = f.space_id and v.form_id = s.form and v.version >= s.shown order by v.version limit 1;
		end if;
		s.disclosure := coalesce(nullif(s.seen ->> 'reward_disclosure', ''), f.reward_disclosure);
		if s.spam_state = 'clean' and s.words_mark is not null and exists (
			select from private.receipts r
			where r.form_id = s.form and r.words_mark = s.words_mark and r.sent_at > now() - interval '1 day'
				and r.testimonial_id <> s.testimonial
		) then
			s.spam_state := 'suspect';
		end if;
		if wording is distinct from s.wording then
			wording := s.wording;
			wording_hash := private.share_wording(f.space_id, wording);
		end if;
		s.wording_hash := wording_hash;
		-- At most three of these mails an hour to one address, from all spaces: forms of others cannot flood it.
		s.gets_mail := s.email is not null and s.spam_state = 'clean'
			and (s.mail_address is null or private.take_address_budget(s.mail_address, 3));

		s.moment := clock_timestamp();
		s.first_secret := private.new_secret();
		s.said := private.commitment(s.first_secret, 'words', private.words_text(s.body, s.rating, s.title));
		s.author := private.commitment(s.first_secret, 'author', private.author_text(s.author_name, s.author_title, s.author_company, s.author_url));
		s.first_hash := private.hash_text(private.entry_text(null, s.testimonial, 1, 'submitted', 'submitter', s.moment, s.said, s.author, '{}', s.first_secret));
		s.second_secret := private.new_secret();
		s.agreed := jsonb_build_object('scope', s.scope);
		s.consented := private.commitment(s.second_secret, 'consent', private.consent_text(s.scope, s.wording));
		s.second_hash := private.hash_text(private.entry_text(
			s.first_hash, s.testimonial, 2, 'consented', 'submitter', s.moment, s.consented, null, s.agreed, s.second_secret));
		has_more := has_more or s.email is not null or s.answers is not null or s.files is not null or s.invitation is not null
			or s.order_reference is not null or s.account is not null or s.is_checked;
		stored := stored || s;
		outcome := 'sent';
		id := s.testimonial;
		return next;
	end loop;
	if cardinality(stored) = 0 then
		return;
	end if;

	insert into public.testimonials (id, space_id, form_id, kind, title, body, rating, author_name, author_title, author_company,
		author_url, author_avatar_path, locale, source, spam_state, reward_disclosure, live_scope, media_ready)
	select x.testimonial, x.space_id, x.form, x.kind, x.title, x.body, x.rating, x.author_name, x.author_title, x.author_company, x.author_url,
		x.avatar, x.locale, 'form', x.spam_state, x.disclosure, x.scope, x.kind = 'text'
	from unnest(stored) x;
	insert into private.consents (space_id, testimonial_id, scope, wording_hash, locale)
	select x.space_id, x.testimonial, x.scope, x.wording_hash, x.locale from unnest(stored) x;
	insert into public.testimonial_events (space_id, testimonial_id, seq, kind, actor, at, detail, previous_hash, hash, format, secret, content, author)
	select x.space_id, x.testimonial, e.seq, e.kind, 'submitter', x.moment, e.detail, e.previous, e.hash, 2, e.secret, e.content, e.author
	from unnest(stored) x
	cross join lateral (values
		(1, 'submitted', '{}'::jsonb, null, x.first_hash, x.first_secret, x.said, x.author),
		(2, 'consented', x.agreed, x.first_hash, x.second_hash, x.second_secret, x.consented, null)
	) e (seq, kind, detail, previous, hash, secret, content, author);
	insert into private.unindexed_testimonials (space_id, testimonial_id) select x.space_id, x.testimonial from unnest(stored) x;
	insert into private.notification_events (space_id, testimonial_id, kind)
	select x.space_id, x.testimonial, 'new' from unnest(stored) x where x.spam_state <> 'spam';
	if has_more then
		perform private.add_submitted_parts(stored);
	end if;
	-- The rows of spaces are the last locks, in one order.
	perform private.reach_milestone(u.space_id, 'first') from (select distinct x.space_id from unnest(stored) x order by x.space_id) u;
end
$$;

grant execute on function private.submit_testimonials(jsonb) to anon;
