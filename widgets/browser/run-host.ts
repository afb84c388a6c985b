// What Python can ask of the worker while it runs a cell: a line from the reader, or time to pass. Both wait without
// blocking the worker, so an answer or an interrupt reaches them.
import type { InputReply } from "./protocol";

/** Handed to Python. Both promises reject when the run is interrupted. */
export interface RunHost {
  ask(id: number, prompt: string, secret: boolean): Promise<string>;
  pause(seconds: number): Promise<void>;
}

export class Interrupted extends Error {
  override name = "Interrupted";
}

/** The longest time that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

export class Waits implements RunHost {
  /** How to reject what waits. */
  private readonly waiting = new Set<(reason: Interrupted) => void>();
  private readonly questions = new Map<number, (answer: string) => void>();

  constructor(private readonly post: (reply: InputReply) => void) {}

  ask(id: number, prompt: string, secret: boolean): Promise<string> {
    return this.wait((resolve) => {
      this.questions.set(id, resolve);
      this.post({ type: "input", id, prompt, secret });
    });
  }

  pause(seconds: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout>;
    return this.wait<undefined>((resolve) => {
      timer = setTimeout(resolve, Math.min(seconds * 1000, LONGEST_MS), undefined);
    }).finally(() => {
      clearTimeout(timer);
    });
  }

  answer(id: number, text: string): void {
    this.questions.get(id)?.(text);
    this.questions.delete(id);
  }

  /** Rejects what waits; whether anything did. */
  interrupt(): boolean {
    const any = this.waiting.size > 0;
    for (const reject of this.waiting) reject(new Interrupted("the run was stopped"));
    this.questions.clear();
    return any;
  }

  private wait<Value>(begin: (resolve: (value: Value) => void) => void): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      const settle = (): void => {
        this.waiting.delete(stop);
      };
      const stop = (reason: Interrupted): void => {
        settle();
        reject(reason);
      };
      this.waiting.add(stop);
      begin((value) => {
        settle();
        resolve(value);
      });
    });
  }
}
