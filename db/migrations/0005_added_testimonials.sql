-- Testimonials that members add by hand get their tags in the same transaction.
grant insert on public.testimonial_tags to product_door;

-- The pending list begins with the edits of submitters.
create index testimonials_pending on public.testimonials (space_id, version desc, submitted_at desc, id desc) where status = 'pending';

-- Answers that may be shown are part of the JSON of a published testimonial. Those of a submission are written before it is public.
create trigger keep_item_of_new after insert on public.testimonial_answers for each row
	when (current_setting('plaudit.first_events', true) is distinct from 'written')
	execute function private.follow_part();
create trigger keep_item after update or delete on public.testimonial_answers for each row execute function private.follow_part();
create trigger tell_changed_of_new after insert on public.testimonial_answers for each row
	when (current_setting('plaudit.first_events', true) is distinct from 'written')
	execute function private.tell_space_changed();
create trigger tell_changed after update or delete on public.testimonial_answers
	for each row execute function private.tell_space_changed();

-- Items that were stored before; the owner of a table is bound by its policies, so this runs as product_door.
create function private.add_answers_to_items() returns void
language sql volatile security definer set search_path = '' as $$
	update private.shown_items i
	set item = left(i.item, -char_length(ending.text)) || ',"answers":' || coalesce(s.answers, '[]')::text || ending.text
	from private.shown_testimonials s, lateral (select case when s.is_pinned then ',"pinned":true}' else ',"pinned":false}' end as text) ending
	where s.space_id = i.space_id and s.id = i.testimonial_id
		and right(i.item, char_length(ending.text)) = ending.text and i.item not like '%,"answers":[%'
$$;
alter function private.add_answers_to_items() owner to product_door;
select private.add_answers_to_items();
drop function private.add_answers_to_items();
