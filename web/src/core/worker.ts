// The worker: one module, one question after the other.
import { Abi } from './abi';
import { Core } from './core';
import { CoreError } from './abi';
import { isTurned } from './classes';
import { importTable } from './import';
import type { Ask, Question, Reply } from './jobs';
import { Session } from './session';

let core: Core | null = null;
let session: Session | null = null;

async function start({ module }: Ask<'start'>) {
  const abi = await Abi.start(module);
  core = new Core(abi);
  session = new Session(core);
  return { version: abi.version(), traces: abi.has('hs_trace_file'), curves: abi.has('hs_curve') };
}

async function answerTo(question: Question): Promise<{ answer: unknown; give?: ArrayBuffer[] }> {
  const { name, ask } = question;
  if (name === 'start') return { answer: await start(ask as Ask<'start'>) };
  if (core === null || session === null) throw new CoreError('the module is not loaded', 2);
  if (name === 'run') return session.run(ask as Ask<'run'>);
  if (name === 'scores') return { answer: session.scores(ask as Ask<'scores'>) };
  if (name === 'grid') return { answer: session.grid(ask as Ask<'grid'>) };
  if (name === 'curve') return { answer: core.curve((ask as Ask<'curve'>).name, (ask as Ask<'curve'>).at) };
  if (name === 'turned') return { answer: isTurned(core, (ask as Ask<'turned'>).classes) };
  if (name === 'evaluate') return { answer: session.evaluate((ask as Ask<'evaluate'>).options) };
  if (name === 'files') return { answer: session.files(ask as Ask<'files'>) };
  if (name === 'import') return { answer: await importTable(core, ask as Ask<'import'>) };
  throw new CoreError(`unknown question ${name}`, 2);
}

self.onmessage = async (event: MessageEvent<Question>) => {
  const { id } = event.data;
  try {
    const { answer, give } = await answerTo(event.data);
    self.postMessage({ id, answer } satisfies Reply, { transfer: give ?? [] });
  } catch (error) {
    const fatal = !(error instanceof CoreError);
    self.postMessage({
      id,
      error: error instanceof Error ? error.message : String(error),
      fatal,
    } satisfies Reply);
  }
};
