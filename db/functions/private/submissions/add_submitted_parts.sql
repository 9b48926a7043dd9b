-- Adds to stored submissions what not each of them has: addresses, answers, files, recordings and verifications.
create or replace function private.add_submitted_parts(stored private.submission[]) returns void
language plpgsql volatile set search_path = '' as $$
declare
	s private.submission;
begin
	insert into public.testimonial_contacts (space_id, testimonial_id, email)
	select x.space_id, x.testimonial, x.email from unnest(stored) x where x.email is not null;
	insert into plaudit.jobs (kind, payload)
	select 'receipt_mail', jsonb_build_object('testimonial_id', x.testimonial) from unnest(stored) x where x.gets_mail;
	insert into public.testimonial_answers (space_id, testimonial_id, question_id, kind, label, value, is_public, position)
	-- An answer is published only when the page said so, and the question still does.
	select x.space_id, x.testimonial, q.id, coalesce(n.question ->> 'kind', q.kind), coalesce(n.question ->> 'label', q.label), a.value,
		coalesce((n.question ->> 'is_public')::boolean, true) and coalesce(q.is_public, true), coalesce(n.place::int - 1, q.position)
	from unnest(stored) x
	cross join lateral jsonb_to_recordset(x.answers) a (question_id uuid, value text)
	left join public.form_questions q on q.id = a.question_id and q.form_id = x.form
	left join lateral jsonb_array_elements(x.seen -> 'questions') with ordinality n (question, place) on n.question ->> 'id' = a.question_id::text
	where x.answers is not null and coalesce(q.id::text, n.question ->> 'id') is not null;

	foreach s in array stored loop
		if s.files is not null then
			perform private.attach_files(s.space_id, s.testimonial, s.files);
		end if;
		if s.recording is not null then
			perform private.attach_recording(s.space_id, s.testimonial, s.recording);
		end if;
		if s.invitation is not null then
			perform private.answer_invitation(s.invitation, s.form, s.testimonial, s.email);
		end if;
		if s.order_reference is not null then
			perform private.add_verification(s.space_id, s.testimonial, 'order', s.order_reference);
		end if;
		if s.account is not null then
			perform private.add_verification(s.space_id, s.testimonial, 'provider', s.account ->> 'evidence', s.account ->> 'provider',
				(s.account ->> 'statement')::uuid);
		end if;
		if s.is_checked then
			perform private.approve_verified(s.space_id, s.testimonial);
		end if;
	end loop;
end
$$;
