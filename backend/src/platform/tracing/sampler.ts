import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { Sampler } from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '../config/trace-settings.js';

/** The sampler of OTEL_TRACES_SAMPLER: `parentbased` samplers keep the parent's decision and sample new traces themselves. */
export function samplerOf({ sampler, ratio }: Pick<TraceSettings, 'sampler' | 'ratio'>): Sampler {
  const [own, isParentBased] = [sampler.replace('parentbased_', ''), sampler.startsWith('parentbased_')];
  const root = rootSampler(own, ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
