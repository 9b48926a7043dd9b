-- Another testimonial of the space with the same words, or of the same person with nearly the same ones, for its members: the one
-- before it, else the first after it; null when there is none. Short texts are never compared: many people write "Great service".
create or replace function public.also_sent(testimonials public.testimonials) returns jsonb
language sql stable security definer set search_path = '' as $$
	with written as (
		select w.* from private.testimonial_hashes w where w.space_id = testimonials.space_id and w.testimonial_id = testimonials.id
	), known as (
		select * from written
		union all
		-- A new one waits for its hashes (private.index_queued).
		select w.* from private.written_hashes(array[testimonials.id]) w
		where w.space_id = testimonials.space_id and not exists (select from written)
	), this as (
		select k.* from known k where k.words is not null and k.space_id = any (private.spaces_as('viewer'))
	), other as (
		(select o.testimonial_id, true as is_same from this join private.testimonial_hashes o
			on o.space_id = this.space_id and o.words = this.words and o.testimonial_id <> this.testimonial_id limit 20)
		union all
		(select o.testimonial_id, false from this join private.testimonial_hashes o
			on o.space_id = this.space_id and o.name = this.name and o.testimonial_id <> this.testimonial_id
				and o.words is not null limit 10)
		union all
		(select o.testimonial_id, false from this join private.testimonial_hashes o
			on o.space_id = this.space_id and o.address = this.address and o.testimonial_id <> this.testimonial_id
				and o.words is not null limit 10)
	)
	select jsonb_build_object('id', t.id, 'submitted_at', t.submitted_at, 'author_name', t.author_name)
	from other o join public.testimonials t on t.space_id = testimonials.space_id and t.id = o.testimonial_id
	where o.is_same or private.words_alike(private.plain_words(t.body), private.plain_words(testimonials.body)) >= 0.7
	order by t.submitted_at > testimonials.submitted_at, abs(extract(epoch from t.submitted_at - testimonials.submitted_at)), t.id
	limit 1
$$;

revoke all on function public.also_sent(public.testimonials) from public;
grant execute on function public.also_sent(public.testimonials) to authenticated;
